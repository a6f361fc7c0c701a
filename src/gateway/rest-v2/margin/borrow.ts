import { Type } from "typebox";
import { wireId } from "../../../channels/wire-id.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, coin, decimal } from "../../http/fields.ts";
import { UNSTAMPED } from "../../orders/unstamped.ts";
import { submitAccepted } from "../shared/submit.ts";
import { amountText } from "../shared/texts.ts";
import {
  amountNamed,
  currencyNamed,
  forBothModes,
  marginPath,
  marginPlace,
  placeNumber,
  symbolField,
} from "./margin-mode.ts";

export const borrowEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "account/borrow")],
    version: "v2",
    summary: `Borrow a coin in ${mode.word} margin`,
    description: "The first hour of interest is charged at once.",
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      ...symbolField(mode),
      coin: coin(),
      borrowAmount: decimal(),
      clientOid: Type.Optional(clientOidV2()),
    }),
    response: Type.Object({
      loanId: Type.String(),
      symbol: Type.Optional(Type.String()),
      coin: Type.String(),
      borrowAmount: Type.String(),
    }),
    async handle(context, request) {
      const place = marginPlace(context, mode, request.symbol);
      const currency = currencyNamed(context, request.coin);
      const named = { name: "borrowAmount", text: request.borrowAmount };
      const amount = amountNamed(context, currency, named);
      const command = {
        kind: "borrow",
        ...UNSTAMPED,
        user: place.user,
        wallet: mode.wallet,
        instrument: placeNumber(place),
        currency: currency.index,
        amount,
      } as const;
      const outcome = await submitAccepted(context, command, "margin");
      return {
        loanId: wireId(outcome.id),
        ...(place.instrument === undefined ? {} : { symbol: place.instrument.symbol }),
        coin: currency.code,
        borrowAmount: amountText(context.exchange, currency.index, amount),
      };
    },
  }),
);
