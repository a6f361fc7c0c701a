/** Attacks by fills far from mark: an account dies, its accomplice holds the gain. */
import type { People } from "./support/adversary-market.ts";
import { defineAttack, type Script } from "./support/attack.ts";
import { INDEX, quote, sweep } from "./support/common-moves.ts";
import { FUTURES_PRODUCTS, opposite, type Product, personFor, worse } from "./support/products.ts";

const ROUNDS = 8;
const FAR = 0.045;
const COINS = 10;

/** Alice rests an order far beyond mark at high leverage, and bob trades against it. */
async function sellIntoFarBid({ product, side, trader }: Script, alice: string): Promise<void> {
  const price = worse(side, INDEX, FAR);
  await trader(alice).leverage(product, 50);
  for (const share of [1, 0.5, 0.2, 0.05]) {
    const coins = COINS * share;
    await trader(alice).order(product, { side, price, coins });
    await trader("bob").order(product, { side: opposite(side), price, coins });
    await trader(alice).cancelAll(product);
  }
}

const ROUND_NAMES = Array.from({ length: ROUNDS }, (_none, round) => `alice${round}`);

/** An account to sacrifice in each round, and two accomplices with plenty. */
function attackersOf(product: Product): People {
  return {
    ...Object.fromEntries(ROUND_NAMES.map((name) => [name, personFor(product, 16_000, INDEX)])),
    bob: personFor(product, 3_000_000, INDEX),
    carol: personFor(product, 3_000_000, INDEX),
  };
}

defineAttack("a resting order at high leverage fills far from mark", {
  attackers: [...ROUND_NAMES, "bob", "carol"],
  products: FUTURES_PRODUCTS,
  people: ({ product }) => ({
    ...attackersOf(product),
    mia: personFor(product, 2_000_000, INDEX),
  }),
  prepare: (script) => quote(script, "mia", { coins: 0.5 }),
  async run(script) {
    const { product, trader, market, side } = script;
    for (const name of ROUND_NAMES) {
      await quote(script, "mia", { coins: 0.5 });
      await sweep(script, "carol", { side, coins: 60 });
      await sellIntoFarBid(script, name);
      await market.wait(3_000);
      await trader("mia").cancelAll(product);
    }
  },
});

defineAttack("others are deleveraged for a loss that was arranged", {
  attackers: [...ROUND_NAMES, "bob", "carol"],
  products: FUTURES_PRODUCTS,
  people: ({ product }) => ({
    ...attackersOf(product),
    mia: personFor(product, 20_000_000, INDEX),
    hugo: personFor(product, 300_000, INDEX),
  }),
  async prepare(script) {
    const { product, side, trader } = script;
    await quote(script, "mia", { coins: 4 });
    // Hugo hedges on the side that gains from the arranged losses.
    await trader("hugo").order(product, { side: opposite(side), coins: 10 });
  },
  async run(script) {
    const { side, market } = script;
    for (const name of ROUND_NAMES) {
      await sweep(script, "carol", { side, coins: 60 });
      await sellIntoFarBid(script, name);
      await market.wait(3_000);
    }
  },
});

defineAttack("a reduce-only order outlives the money behind it", {
  attackers: ["alice", "bob", "carol"],
  products: FUTURES_PRODUCTS.filter(({ isIsolated }) => !isIsolated),
  people: ({ product }) => ({
    alice: personFor(product, 700_000, INDEX),
    bob: personFor(product, 3_000_000, INDEX),
    carol: personFor(product, 3_000_000, INDEX),
    mia: personFor(product, 4_000_000, INDEX),
  }),
  async prepare(script) {
    const { product, side, trader } = script;
    const terms = { price: INDEX, coins: COINS };
    await trader("mia").order(product, { side, ...terms });
    await trader("alice").leverage(product, 50);
    await trader("alice").order(product, { side: opposite(side), ...terms });
    await quote(script, "mia", { coins: 4 });
  },
  async run(script) {
    const { product, side, trader } = script;
    await sweep(script, "carol", { side, coins: 60 });
    const terms = { price: worse(side, INDEX, FAR), coins: COINS };
    await trader("alice").order(product, { side, ...terms, reduceOnly: true });
    const route = [product.wallet, product.isUnified ? "funding" : "spot"] as const;
    const most = product.money === "BTC" ? 12 : 700_000;
    await trader("alice").withdrawMost(route, product.money, most);
    await trader("bob").order(product, { side: opposite(side), ...terms });
  },
});
