import { Type } from "typebox";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { coin, integer, symbol } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { coinOf } from "../coins.ts";
import { instrumentOf } from "../instrument-scope.ts";

/** Far above any listed leverage: the range of the instrument decides. */
const LEVERAGE_SENT_MAX = 100_000;

/** Categories in which an account has a leverage: of borrowing a coin, or of a futures symbol. */
export const LEVERAGED = ["MARGIN", ...FUTURES_CATEGORIES] as const;
type Leveraged = (typeof LEVERAGED)[number];

export const leverageField = () => integer({ min: 0, max: LEVERAGE_SENT_MAX });

/** Fields that name a leverage; `longLeverage` and `shortLeverage` belong to isolated margin. */
export const LEVERAGE_FIELDS = {
  symbol: Type.Optional(symbol({ description: "Needed for futures" })),
  coin: Type.Optional(coin({ description: "Needed for MARGIN; for futures the settle coin" })),
  longLeverage: Type.Optional(leverageField()),
  shortLeverage: Type.Optional(leverageField()),
};

export type LeverageTarget =
  | { readonly kind: "coin"; readonly currency: Currency }
  | { readonly kind: "instrument"; readonly instrument: Instrument };

/**
 * Returns the coin or the futures instrument whose leverage a request names. Throws 40805 for
 * isolated margin, which unified accounts do not have, 40778 for a coin that does not settle the
 * symbol, and the errors of missing or unknown symbols and coins.
 */
export function leverageTarget(
  context: PrivateContext,
  request: {
    readonly category: Leveraged;
    readonly isIsolated: boolean;
    readonly symbol?: string;
    readonly coin?: string;
    readonly longLeverage?: number;
    readonly shortLeverage?: number;
  },
): LeverageTarget {
  const { category, coin: code, isIsolated, longLeverage, shortLeverage } = request;
  const isPerSide = longLeverage !== undefined || shortLeverage !== undefined;
  if (isIsolated) throw wireError("25240");
  if (isPerSide) throw wireError("40805");
  if (category === "MARGIN") {
    if (code === undefined) throw context.errors.missing("coin");
    return { kind: "coin", currency: coinOf(context, code) };
  }
  if (request.symbol === undefined) throw context.errors.missing("symbol");
  const instrument = instrumentOf(context, category, request.symbol);
  const named = code === undefined ? undefined : coinOf(context, code);
  if (named !== undefined && named.index !== instrument.settle) throw wireError("40778");
  return { kind: "instrument", instrument };
}
