/** Attacks on the mark price of a thin book: liquidations and paper profit at prices of one's own. */
import { expect } from "vitest";
import { defineAttack } from "./support/attack.ts";
import { INDEX, sweep } from "./support/common-moves.ts";
import { FUTURES_PRODUCTS, opposite, personFor } from "./support/products.ts";
import { ratchet } from "./support/ratchet.ts";

/** The most that mark may stand away from the index. */
const MARK_SHARE_MAX = 0.005;
const SECONDS = 60;

let farthest = 0;

defineAttack("the mark price of a thin book is walked away", {
  attackers: ["alice", "bob", "carol"],
  products: FUTURES_PRODUCTS,
  people: ({ product }) => ({
    alice: personFor(product, 3_000_000, INDEX),
    bob: personFor(product, 1_000_000, INDEX),
    carol: personFor(product, 1_000_000, INDEX),
    hugo: personFor(product, 70_000, INDEX),
  }),
  async prepare({ market, product, side, trader }) {
    for (const name of ["bob", "carol"]) await trader(name).leverage(product, 2);
    await trader("hugo").leverage(product, 10);
    await trader("alice").order(product, { side, price: INDEX, coins: 10 });
    // A market order takes the quotes of agents too: nothing of it is left to fill in the attack.
    await trader("hugo").order(product, { side: opposite(side), coins: 10 });
    const { index } = market.person("hugo");
    const ends = market.eventsOf("order_closed").filter(({ user }) => user === index);
    expect(ends).toMatchObject([{ outcome: "filled" }]);
  },
  async run(script) {
    farthest = await ratchet(script, script.side, { seconds: SECONDS, waiting: 4 });
  },
  check: () => expect(farthest).toBeLessThanOrEqual(MARK_SHARE_MAX),
});

defineAttack("paper profit of a pumped contract is lent against", {
  attackers: ["alice", "bob", "carol", "dora"],
  products: FUTURES_PRODUCTS.filter(({ isIsolated }) => !isIsolated),
  people: ({ product }) => ({
    alice: personFor(product, 200_000, INDEX),
    bob: personFor(product, 200_000, INDEX),
    carol: personFor(product, 200_000, INDEX),
    dora: personFor(product, 200_000, INDEX),
    mia: personFor(product, 2_000_000, INDEX),
  }),
  async prepare(script) {
    const { product, trader } = script;
    for (const name of ["carol", "dora"]) await trader(name).leverage(product, 2);
    for (const side of ["buy", "sell"] as const) {
      const price = side === "buy" ? 0.9995 * INDEX : 1.0005 * INDEX;
      await trader("mia").order(product, { side, price, coins: 1 });
    }
  },
  async run(script) {
    const { product, side, trader, market } = script;
    await sweep(script, "carol", { side, coins: 3 });
    await sweep(script, "carol", { side: opposite(side), coins: 3 });
    for (const name of ["alice", "bob"]) await trader(name).leverage(product, 50);
    const terms = { price: INDEX, coins: 60 };
    await trader("bob").order(product, { side: opposite(side), ...terms });
    await trader("alice").order(product, { side, ...terms });
    await ratchet(script, side, { seconds: SECONDS, waiting: 0, maker: "dora" });
    const route = [product.wallet, product.isUnified ? "funding" : "spot"] as const;
    const coins = product.isUnified ? (["USDT", "BTC", "USDC"] as const) : [product.money];
    for (const coin of coins) {
      const most = coin === "BTC" ? 10 : 500_000;
      await trader("alice").withdrawMost(route, coin, most, product.isUnified);
    }
    await market.wait(20_000);
  },
});
