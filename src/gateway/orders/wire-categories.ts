import type { Category, OrderBacking } from "../../core/vocabulary.ts";

/** The core's word for each product line as REST v2 and v3 write it, in upper case. */
const CATEGORY_OF = {
  SPOT: "spot",
  "USDT-FUTURES": "usdt_futures",
  "USDC-FUTURES": "usdc_futures",
  "COIN-FUTURES": "coin_futures",
  "SUSDT-FUTURES": "susdt_futures",
  "SUSDC-FUTURES": "susdc_futures",
  "SCOIN-FUTURES": "scoin_futures",
} as const satisfies Readonly<Record<string, Category>>;

export type WireCategory = keyof typeof CATEGORY_OF;

/** The category that a wire word in any case names; undefined for MARGIN and unknown words. */
export function categoryOfWire(word: string): Category | undefined {
  const upper = word.toUpperCase();
  return Object.hasOwn(CATEGORY_OF, upper) ? CATEGORY_OF[upper as WireCategory] : undefined;
}

const WIRE_CATEGORY_OF = {
  spot: "SPOT",
  usdt_futures: "USDT-FUTURES",
  usdc_futures: "USDC-FUTURES",
  coin_futures: "COIN-FUTURES",
  susdt_futures: "SUSDT-FUTURES",
  susdc_futures: "SUSDC-FUTURES",
  scoin_futures: "SCOIN-FUTURES",
} as const satisfies Readonly<Record<Category, WireCategory>>;

/** The wire word of a category, in upper case. */
export function wireCategoryOf(category: Category): WireCategory {
  return WIRE_CATEGORY_OF[category];
}

/** The wire word of an order's category: MARGIN is spot that may borrow in a unified account. */
export function wireCategoryOfOrder(
  category: Category,
  backing: OrderBacking,
): WireCategory | "MARGIN" {
  return backing === "unified_margin" ? "MARGIN" : wireCategoryOf(category);
}

/** What the orders of a v3 category draw on; undefined when none is named, or futures are. */
export function backingOfWire(category: string | undefined): OrderBacking | undefined {
  if (category === "MARGIN") return "unified_margin";
  return category === "SPOT" ? "default" : undefined;
}
