/** Moves that walk the mark price of a thin book away from the index. */
import type { Script } from "./attack.ts";
import { INDEX } from "./common-moves.ts";
import { opposite, type Side, worse } from "./products.ts";

/** The mark price of a product, in dollars. */
function markOf({ market, product }: Script): number {
  const { state } = market;
  const instrument = state.instruments.find(
    ({ category, realm, symbol }) =>
      realm === "live" && symbol === product.symbol && category !== "spot",
  );
  if (instrument === undefined) throw new Error(`${product.symbol} is listed`);
  return (state.prices[instrument.index]?.mark ?? 0) / 10 ** instrument.priceDecimals;
}

/**
 * The maker and carol trade dust with each other beyond mark and quote dust there, for a while.
 * Behind their quotes waits an order for whoever is forced to trade. Answers the farthest that mark
 * was from the index, as a share of it.
 */
export async function ratchet(
  script: Script,
  side: Side,
  terms: { readonly seconds: number; readonly waiting: number; readonly maker?: string },
): Promise<number> {
  const { market, product, trader } = script;
  const [maker, carol] = [trader(terms.maker ?? "bob"), trader("carol")];
  const coins = product.isInverse ? 0.001 : 0.000_2;
  let farthest = 0;
  for (let second = 0; second < terms.seconds; second++) {
    const mark = markOf(script);
    farthest = Math.max(farthest, Math.abs(mark / INDEX - 1));
    const price = worse(side, mark, 0.046);
    await maker.order(product, { side: opposite(side), price, coins });
    await carol.order(product, { side, price, coins, force: "ioc" });
    await carol.order(product, { side, price: worse(side, mark, 0.045), coins });
    await maker.order(product, { side: opposite(side), price, coins: coins + terms.waiting });
    await market.wait(1_000);
    await maker.cancelAll(product);
    await carol.cancelAll(product);
  }
  return farthest;
}
