/** Moves that many attacks share. */
import type { Script } from "./attack.ts";
import { better, opposite, type Product, type Side, spotOf, worse } from "./products.ts";

/** The index of Bitcoin at the start. */
export const INDEX = 60_000;
/** What the price band allows in one step, and a little less. */
export const BAND = 0.045;

const BOTH: readonly Side[] = ["buy", "sell"];

/** The book that a product's orders meet. */
export function bookOf(product: Product): Product {
  return product.kind === "margin" ? spotOf(product) : product;
}

/**
 * An honest maker quotes five levels a side, 0.05 % apart, the first of them `nearest` from a
 * price: 0.05 % unless said otherwise.
 */
export async function quote(
  { product, trader }: Script,
  maker: string,
  terms: { readonly coins: number; readonly around?: number; readonly nearest?: number },
): Promise<void> {
  const { around = INDEX, coins, nearest = 0.000_5 } = terms;
  for (let level = 0; level < 5; level++) {
    for (const side of BOTH) {
      const price = better(side, around, nearest + 0.000_5 * level);
      await trader(maker).order(bookOf(product), { side, price, coins });
    }
  }
}

/** Takes what rests on the other side, as far from `from` as the band allows. */
export async function sweep(
  { product, trader }: Script,
  name: string,
  terms: { readonly side: Side; readonly coins: number; readonly from?: number },
): Promise<void> {
  const { coins, from = INDEX, side } = terms;
  const price = worse(side, from, BAND);
  await trader(name).order(bookOf(product), { side, price, coins, force: "ioc" });
}

/**
 * Two accounts trade a little with each other, each time as far on from the last price as the band
 * allows. Answers the price they came to.
 */
export async function walkLast(
  { product, trader }: Script,
  pair: { readonly maker: string; readonly taker: string },
  terms: { readonly side: Side; readonly steps: number; readonly from?: number },
): Promise<number> {
  const book = bookOf(product);
  const { from = INDEX, side, steps } = terms;
  let price = from;
  for (let step = 0; step < steps; step++) {
    const next = worse(side, price, BAND);
    const coins = Math.max(0.001, 20 / next);
    await trader(pair.maker).order(book, { side: opposite(side), price: next, coins });
    const taken = await trader(pair.taker).order(book, { side, price: next, coins });
    await trader(pair.maker).cancelAll(book);
    if (taken === undefined) break;
    price = next;
  }
  return price;
}
