/** Product lines: REST writes them in upper case, v3 channels in lower case. */
import type { Category, OrderBacking } from "../../core/base/vocabulary.ts";
import { BACKING_TRAITS } from "../../core/base/word-traits.ts";

/** In the order in which endpoints list product lines. */
const WIRE_CATEGORIES = {
  spot: "SPOT",
  usdt_futures: "USDT-FUTURES",
  coin_futures: "COIN-FUTURES",
  usdc_futures: "USDC-FUTURES",
  susdt_futures: "SUSDT-FUTURES",
  scoin_futures: "SCOIN-FUTURES",
  susdc_futures: "SUSDC-FUTURES",
} as const satisfies Readonly<Record<Category, string>>;

export type WireCategory = (typeof WIRE_CATEGORIES)[Category];

/** Product lines of v2 futures, the three symbol-demo lines included. */
export type ProductType = Exclude<WireCategory, "SPOT">;
export const PRODUCT_TYPES: readonly ProductType[] = Object.values(WIRE_CATEGORIES).filter(
  (word) => word !== "SPOT",
);

/** v3 lacks the symbol-demo lines: its demo trading has the symbols of live trading. */
const IS_LINE_OF_V3 = {
  "USDT-FUTURES": true,
  "COIN-FUTURES": true,
  "USDC-FUTURES": true,
  "SUSDT-FUTURES": false,
  "SCOIN-FUTURES": false,
  "SUSDC-FUTURES": false,
} as const satisfies Readonly<Record<ProductType, boolean>>;

/** Product lines of v3 futures. */
export type FuturesCategory = {
  [P in ProductType]: (typeof IS_LINE_OF_V3)[P] extends true ? P : never;
}[ProductType];
export const FUTURES_CATEGORIES: readonly FuturesCategory[] = PRODUCT_TYPES.filter(
  (word): word is FuturesCategory => IS_LINE_OF_V3[word],
);

const CATEGORY_OF_WORD: ReadonlyMap<string, Category> = new Map(
  (Object.keys(WIRE_CATEGORIES) as Category[]).map((category) => [
    WIRE_CATEGORIES[category],
    category,
  ]),
);

/** Returns the category of a wire word in any case; `undefined` for MARGIN and unknown words. */
export function categoryOfWire(word: string): Category | undefined {
  return CATEGORY_OF_WORD.get(word.toUpperCase());
}

/** The wire word of a category, in upper case. */
export function wireCategoryOf(category: Category): WireCategory {
  return WIRE_CATEGORIES[category];
}

/** Whether orders with the backing have category MARGIN: they may borrow in a unified account. */
export function isMarginCategory(backing: OrderBacking): boolean {
  return BACKING_TRAITS[backing].lender === "unified_account";
}

/** The wire word of an order's category: MARGIN is spot that may borrow in a unified account. */
export function wireCategoryOfOrder(
  category: Category,
  backing: OrderBacking,
): WireCategory | "MARGIN" {
  return isMarginCategory(backing) ? "MARGIN" : WIRE_CATEGORIES[category];
}

const LOWER_CATEGORIES = {
  spot: "spot",
  usdt_futures: "usdt-futures",
  usdc_futures: "usdc-futures",
  coin_futures: "coin-futures",
  susdt_futures: "susdt-futures",
  susdc_futures: "susdc-futures",
  scoin_futures: "scoin-futures",
} as const satisfies { readonly [C in Category]: Lowercase<(typeof WIRE_CATEGORIES)[C]> };

/** The category of an order or plan as v3 channels write it. */
export function lowerCategoryOfOrder(category: Category, backing: OrderBacking): string {
  return isMarginCategory(backing) ? "margin" : LOWER_CATEGORIES[category];
}

/** Returns the backing of orders of a v3 category; `undefined` for futures or no category. */
export function backingOfWire(category: string | undefined): OrderBacking | undefined {
  if (category === "MARGIN") return "unified_margin";
  return category === "SPOT" ? "default" : undefined;
}
