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

export const repayEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "account/repay")],
    version: "v2",
    summary: `Repay a loan in ${mode.word} margin`,
    description: "Interest is paid first, then principal; more than is owed repays what is owed.",
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      ...symbolField(mode),
      coin: coin(),
      repayAmount: decimal(),
      clientOid: Type.Optional(clientOidV2()),
    }),
    response: Type.Object({
      repayId: Type.String(),
      symbol: Type.Optional(Type.String()),
      coin: Type.String(),
      repayAmount: Type.String({ description: "What was repaid" }),
      remainDebtAmount: Type.String({ description: "Principal and interest still owed" }),
    }),
    async handle(context, request) {
      const { exchange } = context;
      const place = marginPlace(context, mode, request.symbol);
      const currency = currencyNamed(context, request.coin);
      const named = { name: "repayAmount", text: request.repayAmount };
      const command = {
        kind: "repay",
        ...UNSTAMPED,
        user: place.user,
        wallet: mode.wallet,
        instrument: placeNumber(place),
        currency: currency.index,
        amount: amountNamed(context, currency, named),
      } as const;
      const { id } = await submitAccepted(context, command, "margin");
      const owed = exchange.accounts.lending.coins(place).find((one) => one.currency === currency);
      const { user, wallet } = place;
      const records = { user, wallet, kind: "repay", id, limit: 1 } as const;
      const { rows } = await exchange.history.loanRecords(records);
      const text = (amount: bigint): string => amountText(exchange, currency.index, amount);
      return {
        repayId: wireId(id),
        ...(place.instrument === undefined ? {} : { symbol: place.instrument.symbol }),
        coin: currency.code,
        repayAmount: text(rows[0]?.amount ?? command.amount),
        remainDebtAmount: text((owed?.principal ?? 0n) + (owed?.interest ?? 0n)),
      };
    },
  }),
);
