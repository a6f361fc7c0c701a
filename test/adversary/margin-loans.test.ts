/** Attacks with borrowed coins: accounts that owe more than they hold are left to the exchange. */
import { defineAttack } from "./support/attack.ts";
import { INDEX, quote, sweep, walkLast } from "./support/common-moves.ts";
import { MARGIN_PRODUCTS, opposite, personFor, spotOf } from "./support/products.ts";

/**
 * Distance of Mia's first level from the index. A fill there earns more than the 0.1 % that she pays
 * as a maker. At 0.05 % it would cost her 15 dollars, an ordinary fee and no effect of the attack,
 * when the sweep ends before her levels further out, as it does in the deep books of agents.
 */
const NEAREST = 0.001_02;

defineAttack("borrowed money trades far from the index", {
  attackers: ["alice", "bob", "carol"],
  products: MARGIN_PRODUCTS,
  people: ({ product }) => ({
    alice: personFor(product, 10_000, INDEX),
    bob: personFor(spotOf(product), 500_000, INDEX),
    carol: personFor(spotOf(product), 5_000_000, INDEX),
    mia: personFor(spotOf(product), 2_000_000, INDEX),
  }),
  async prepare(script) {
    const { product, trader } = script;
    await quote(script, "mia", { coins: 0.5, nearest: NEAREST });
    if (!product.isUnified) {
      await trader("alice").transfer(["spot", product.wallet], "USDT", 10_000);
    }
  },
  async run(script) {
    const { product, side, trader } = script;
    const spot = spotOf(product);
    await sweep(script, "carol", { side, coins: 60 });
    const price = await walkLast(script, { maker: "bob", taker: "carol" }, { side, steps: 48 });
    const dollars = side === "buy" ? 90_000 : 60_000;
    for (const share of [1, 0.6, 0.3, 0.1, 0.03]) {
      const coins = (dollars * share) / (side === "buy" ? price : INDEX);
      await trader("bob").order(spot, { side: opposite(side), price, coins });
      await trader("alice").order(product, { side, price, coins });
      await trader("bob").cancelAll(spot);
    }
  },
});
