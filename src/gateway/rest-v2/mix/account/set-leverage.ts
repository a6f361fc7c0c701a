import { type Static, Type } from "typebox";
import type { PositionSide } from "../../../../core/base/vocabulary.ts";
import { IS_ISOLATED } from "../../../../core/base/word-traits.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { coin, integer } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { heldSideField } from "../../../http/word-fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";
import { LEVERAGE_RANGE } from "./leverage-range.ts";

const leverageRequest = Type.Object({
  ...CONTRACT_FIELDS,
  marginCoin: coin(),
  leverage: Type.Optional(integer(LEVERAGE_RANGE)),
  longLeverage: Type.Optional(integer(LEVERAGE_RANGE)),
  shortLeverage: Type.Optional(integer(LEVERAGE_RANGE)),
  holdSide: Type.Optional(heldSideField()),
});

type LeverageRequest = Static<typeof leverageRequest>;

/** Returns the requested leverages: one for both sides, or one for each named side. */
function wantedLeverage(
  context: PrivateContext,
  request: LeverageRequest,
  isPerSide: boolean,
): readonly { readonly positionSide: PositionSide; readonly leverage: number }[] {
  const { holdSide, leverage, longLeverage, shortLeverage } = request;
  if (!isPerSide) {
    const both = leverage ?? longLeverage ?? shortLeverage;
    if (both === undefined) throw context.errors.missing("leverage");
    for (const side of [longLeverage, shortLeverage]) {
      if (side !== undefined && side !== both) throw wireError("40017", "leverage");
    }
    return [{ positionSide: "net", leverage: both }];
  }
  if (leverage !== undefined) return [{ positionSide: holdSide ?? "net", leverage }];
  const sides: { positionSide: PositionSide; leverage: number }[] = [];
  if (longLeverage !== undefined) {
    sides.push({ positionSide: "long", leverage: longLeverage });
  }
  if (shortLeverage !== undefined) {
    sides.push({ positionSide: "short", leverage: shortLeverage });
  }
  if (sides.length === 0) throw context.errors.missing("leverage");
  return sides;
}

export const setMixLeverage = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-leverage"],
  version: "v2",
  summary: "Set the leverage of a contract",
  description:
    "Long and short share it, except with isolated margin in hedge mode: there holdSide, or " +
    "longLeverage and shortLeverage, name the side. Isolated positions take or free margin.",
  access: { kind: "private", permission: "contract_position" },
  limit: { perSecond: 5, per: "uid" },
  request: leverageRequest,
  response: Type.Object({
    symbol: Type.String(),
    marginCoin: Type.String(),
    longLeverage: Type.String(),
    shortLeverage: Type.String(),
    crossMarginLeverage: Type.String(),
    marginMode: Type.String(),
  }),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const instrument = mixInstrument(context, request);
    const user = context.principal.userIndex;
    const before = accounts.settings(user, instrument);
    const isPerSide = IS_ISOLATED[before.marginMode] && accounts.isHedge(user, instrument.category);
    for (const terms of wantedLeverage(context, request, isPerSide)) {
      const command = { user, instrument: instrument.index, ...terms };
      await submitAccepted(context, { kind: "set_leverage", ...command }, "v2_mix");
    }
    const { marginMode, longLeverage, shortLeverage } = accounts.settings(user, instrument);
    return {
      symbol: instrument.symbol,
      marginCoin: currencyCode(context.exchange.accounts, instrument.settle),
      longLeverage: String(longLeverage),
      shortLeverage: String(shortLeverage),
      crossMarginLeverage: String(longLeverage),
      marginMode,
    };
  },
});
