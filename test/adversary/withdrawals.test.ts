/** Attacks that take margin out of an account while it looks rich. */
import { defineAttack } from "./support/attack.ts";
import { INDEX } from "./support/common-moves.ts";
import { better, FUTURES_PRODUCTS, opposite, personFor, worse } from "./support/products.ts";

defineAttack("the winner withdraws the margin before the price turns", {
  attackers: ["alice", "bob"],
  isWithoutAgents: true,
  products: FUTURES_PRODUCTS,
  people: ({ product }) => ({
    alice: personFor(product, 60_000, INDEX),
    bob: personFor(product, 600_000, INDEX),
    mia: personFor(product, 2_000_000, INDEX),
  }),
  async prepare({ product, side, trader }) {
    const terms = { price: INDEX, coins: 20 };
    await trader("alice").leverage(product, 50);
    await trader("bob").leverage(product, 10);
    await trader("bob").order(product, { side: opposite(side), ...terms });
    await trader("alice").order(product, { side, ...terms });
  },
  async run({ product, side, trader, market }) {
    await market.moveWorld("BTC", worse(side, INDEX, 0.03));
    await market.wait(2_000);
    const out = product.isUnified ? "funding" : "spot";
    const most = product.money === "BTC" ? 4 : 200_000;
    const holdSide = side === "buy" ? "long" : "short";
    for (let part = product.isIsolated ? most / 2 : 0; part > most / 512; part /= 2) {
      await trader("alice").adjustMargin(product, holdSide, -part);
    }
    await trader("alice").withdrawMost([product.wallet, out], product.money, most);
    await market.moveWorld("BTC", better(side, INDEX, 0.015));
    await market.wait(2_000);
  },
});
