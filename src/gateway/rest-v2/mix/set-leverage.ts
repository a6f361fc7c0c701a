import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, enumeration, integer, productType, symbol } from "../../http/fields.ts";
import { WireError, wireError } from "../../http/wire-error.ts";
import { UNSTAMPED } from "../../orders/unstamped.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { mixInstrument, mixInstruments } from "../shared/instruments.ts";
import { submitAccepted, submitAll } from "../shared/submit.ts";
import { currencyCode } from "../shared/texts.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

const LEVERAGE = { min: 1, max: 1_000 };

export const setMixLeverage = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-leverage"],
  version: "v2",
  summary: "Set the leverage of a contract",
  description: "Crossed margin has one leverage for both sides.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    leverage: Type.Optional(integer(LEVERAGE)),
    longLeverage: Type.Optional(integer(LEVERAGE)),
    shortLeverage: Type.Optional(integer(LEVERAGE)),
    holdSide: Type.Optional(enumeration(["long", "short"])),
  }),
  response: Type.Object({
    symbol: Type.String(),
    marginCoin: Type.String(),
    longLeverage: Type.String(),
    shortLeverage: Type.String(),
    crossMarginLeverage: Type.String(),
    marginMode: Type.String(),
  }),
  async handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { longLeverage, shortLeverage } = request;
    const leverage = request.leverage ?? longLeverage ?? shortLeverage;
    if (leverage === undefined) throw context.errors.missing("leverage");
    for (const side of [longLeverage, shortLeverage]) {
      if (side !== undefined && side !== leverage) throw wireError("40017", "leverage");
    }
    const user = context.principal.userIndex;
    const terms = { user, instrument: instrument.index, positionSide: "net", leverage } as const;
    await submitAccepted(context, { kind: "set_leverage", ...UNSTAMPED, ...terms }, "v2_mix");
    return {
      symbol: instrument.symbol,
      marginCoin: currencyCode(context.exchange, instrument.settle),
      longLeverage: String(leverage),
      shortLeverage: String(leverage),
      crossMarginLeverage: String(leverage),
      marginMode: "crossed",
    };
  },
});

export const setAllMixLeverage = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-all-leverage"],
  version: "v2",
  summary: "Set the leverage of all contracts of a product line, or of one",
  description:
    "Contracts that do not allow the leverage keep theirs; it is an error when none allows it, " +
    "and when margin forbids it for one of them, whose code is then answered.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    productType: productType(),
    leverage: integer(LEVERAGE),
    symbol: Type.Optional(symbol()),
    marginCoin: Type.Optional(coin()),
  }),
  response: Type.String(),
  async handle(context, request) {
    const { leverage } = request;
    const user = context.principal.userIndex;
    const instruments = mixInstruments(context, request).filter(
      (one) => leverage >= one.leverageMin && leverage <= one.leverageMax,
    );
    if (instruments.length === 0) throw rejectionError("leverage_out_of_range", "v2_mix");
    const commands = instruments.map(({ index: instrument }) => {
      const terms = { user, instrument, positionSide: "net", leverage } as const;
      return { kind: "set_leverage", ...UNSTAMPED, ...terms } as const;
    });
    for (const outcome of await submitAll(context, commands)) {
      if (outcome instanceof WireError) throw outcome;
      if (outcome.rejection !== undefined) throw rejectionError(outcome.rejection, "v2_mix");
    }
    return "success";
  },
});
