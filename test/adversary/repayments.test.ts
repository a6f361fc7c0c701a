/** Attacks on prices that the exchange itself deals at: debts repaid with other coins. */
import { defineAttack } from "./support/attack.ts";
import { INDEX } from "./support/common-moves.ts";
import { MARGIN_PRODUCTS } from "./support/products.ts";

const COINS = 40;
/** How far the world moves while the index does not. */
const MOVE = 0.03;

defineAttack("a debt is repaid at an index that is stale", {
  attackers: ["alice"],
  products: MARGIN_PRODUCTS.filter(({ isUnified }) => isUnified),
  people: ({ side }) => ({
    alice: {
      accountKind: "unified",
      funds: [
        [
          "unified",
          ...(side === "sell" ? (["BTC", COINS] as const) : (["USDT", COINS * INDEX] as const)),
        ],
      ],
    },
  }),
  prepare: async () => {},
  // Side "sell" sells Bitcoin at the old price for a debt in dollars; "buy" buys it.
  async run({ side, trader, market }) {
    const alice = trader("alice");
    market.silenceFeed(true);
    await market.wait(15_000);
    const debt = side === "sell" ? "USDT" : "BTC";
    const payment = side === "sell" ? "BTC" : "USDT";
    await market.moveWorld("BTC", INDEX * (side === "sell" ? 1 - MOVE : 1 + MOVE));
    for (let round = 0; round < 8; round++) {
      const most = side === "sell" ? 1_200_000 : 20;
      await alice.withdrawMost(["unified", "funding"], debt, most, true);
      await alice.repayWith(debt, payment);
      await market.wait(250);
    }
    market.silenceFeed(false);
    await market.wait(2_000);
  },
});
