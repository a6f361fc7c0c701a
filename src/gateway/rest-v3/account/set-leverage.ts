import { Type } from "typebox";
import { IS_ISOLATED } from "../../../core/base/word-traits.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { category, coin, integer, symbol } from "../../http/fields.ts";
import { type WireError, wireError } from "../../http/wire-error.ts";
import { heldSideField, marginModeField } from "../../http/word-fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";
import { instrumentOf } from "../instrument-scope.ts";

/** Far above any listed leverage: the range of the instrument decides. */
const LEVERAGE_SENT_MAX = 100_000;
const LEVERAGED = ["MARGIN", ...FUTURES_CATEGORIES] as const;

/** Sets the leverage of borrowing a coin. */
async function setCoinLeverage(
  context: PrivateContext,
  code: string | undefined,
  leverage: number,
): Promise<"success" | WireError> {
  if (code === undefined) throw context.errors.missing("coin");
  const { rejection } = await submitted(context, {
    kind: "set_coin_leverage",
    user: context.principal.userIndex,
    currency: coinOf(context, code).index,
    leverage,
  });
  return rejection === undefined ? "success" : rejectionError(rejection, "v3");
}

export const setLeverage = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/set-leverage"],
  version: "v3",
  summary: "Set the leverage of a futures symbol, or of borrowing a coin",
  description: "Positions are held in cross margin: long and short of a symbol share its leverage.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    category: Type.Optional(category(LEVERAGED)),
    productType: Type.Optional(category(LEVERAGED, { description: "Another name of category" })),
    symbol: Type.Optional(symbol({ description: "Needed for futures" })),
    coin: Type.Optional(coin({ description: "Needed for MARGIN; for futures the settle coin" })),
    leverage: integer({ min: 0, max: LEVERAGE_SENT_MAX }),
    posSide: Type.Optional(heldSideField()),
    marginMode: Type.Optional(marginModeField()),
    longLeverage: Type.Optional(integer({ min: 0, max: LEVERAGE_SENT_MAX })),
    shortLeverage: Type.Optional(integer({ min: 0, max: LEVERAGE_SENT_MAX })),
  }),
  response: Type.String(),
  async handle(context, request) {
    const line = request.category ?? request.productType;
    if (line === undefined) throw context.errors.missing("category");
    const { longLeverage, shortLeverage, leverage } = request;
    const isPerSide = longLeverage !== undefined || shortLeverage !== undefined;
    const { marginMode = "crossed" } = request;
    if (IS_ISOLATED[marginMode] || isPerSide) return wireError("40805");
    if (line === "MARGIN") return setCoinLeverage(context, request.coin, leverage);
    if (request.symbol === undefined) throw context.errors.missing("symbol");
    const instrument = instrumentOf(context, line, request.symbol);
    const named = request.coin === undefined ? undefined : coinOf(context, request.coin);
    if (named !== undefined && named.index !== instrument.settle) return wireError("40778");
    const { rejection } = await submitted(context, {
      kind: "set_leverage",
      user: context.principal.userIndex,
      instrument: instrument.index,
      positionSide: "net",
      leverage,
    });
    return rejection === undefined ? "success" : rejectionError(rejection, "v3");
  },
});
