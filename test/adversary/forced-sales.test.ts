/** Attacks on forced sales: what the exchange sells for an account that failed is bought for little. */
import { expect } from "vitest";
import { defineAttack } from "./support/attack.ts";
import { INDEX } from "./support/common-moves.ts";
import { MARGIN_PRODUCTS, opposite, personFor, spotOf, worse } from "./support/products.ts";

const OWN = 20_000;
const STEPS = 60;

defineAttack("a forced sale meets absurd bids", {
  attackers: ["alice"],
  products: MARGIN_PRODUCTS,
  people: ({ product }) => ({
    alice: personFor(spotOf(product), 3_000_000, INDEX),
    mia: personFor(spotOf(product), 2_000_000, INDEX),
    vera: {
      ...personFor(product, 0, INDEX),
      funds: [[product.isUnified ? "unified" : "spot", "USDT", OWN]],
    },
  }),
  async prepare(script) {
    const { market, product, side, trader } = script;
    if (!product.isUnified) {
      await trader("vera").transfer(["spot", product.wallet], "USDT", OWN);
    }
    // Vera is long on borrowed dollars; where the forced order buys, short of borrowed coins.
    const coins = (1.8 * OWN) / INDEX;
    await trader("mia").order(spotOf(product), { side, price: INDEX, coins });
    // Agents may take a part of Mia's order first. Vera's limit reaches their quotes, so that she
    // has her position before the attack: an order that rests would lose to the move of the world.
    const own = opposite(side);
    await trader("vera").order(product, { side: own, price: worse(own, INDEX, 0.001), coins });
    const { index } = market.person("vera");
    const ends = market.eventsOf("order_closed").filter(({ user }) => user === index);
    expect(ends).toMatchObject([{ outcome: "filled" }]);
  },
  async run({ product, side, trader, market }) {
    const spot = spotOf(product);
    // Honest makers step back while the price runs away.
    await trader("mia").cancelAll(spot);
    const price = side === "sell" ? 1_000 : 500_000;
    await trader("alice").order(spot, { side: opposite(side), price, coins: 2 });
    const hasBegun = () =>
      market.eventsOf("unwind_started").length + market.eventsOf("liquidation_started").length > 0;
    for (let step = 1; step <= STEPS && !hasBegun(); step++) {
      await market.moveWorld("BTC", worse(side, INDEX, 0.015 * step));
      await market.wait(1_250);
    }
    expect(hasBegun()).toBe(true);
  },
});
