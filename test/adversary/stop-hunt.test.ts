/** Attacks on stops: the last price is moved until they fire, and the attackers take the orders. */
import { defineAttack } from "./support/attack.ts";
import { INDEX, quote, sweep, walkLast } from "./support/common-moves.ts";
import { opposite, personFor, SPOT_PRODUCTS, worse } from "./support/products.ts";

const STOP_DISTANCE = 0.025;

defineAttack("stops on spot are hunted", {
  attackers: ["alice", "bob", "carol"],
  products: SPOT_PRODUCTS.filter(({ isUnified }) => !isUnified),
  people: ({ product }) => ({
    alice: personFor(product, 500_000, INDEX),
    bob: personFor(product, 500_000, INDEX),
    carol: personFor(product, 5_000_000, INDEX),
    mia: personFor(product, 2_000_000, INDEX),
    hugo: personFor(product, 65_000, INDEX),
  }),
  async prepare(script) {
    const { product, side, trader } = script;
    await quote(script, "mia", { coins: 0.5 });
    const trigger = worse(side, INDEX, STOP_DISTANCE);
    await trader("hugo").stop(product, { side, trigger, coins: 1 });
  },
  async run(script) {
    const { product, side, trader, market } = script;
    await sweep(script, "carol", { side, coins: 60 });
    const pair = { maker: "bob", taker: "carol" };
    const price = await walkLast(script, pair, { side, steps: 24 });
    for (const far of [price, worse(side, INDEX, 0.045), worse(side, INDEX, 0.03)]) {
      await trader("alice").order(product, { side: opposite(side), price: far, coins: 1.2 });
    }
    await market.wait(3_000);
  },
});
