/** Attacks on prices that the exchange itself deals at: debts repaid with other coins. */
import type { People } from "./support/adversary-market.ts";
import { type Attack, defineAttack, type Variant } from "./support/attack.ts";
import { INDEX } from "./support/common-moves.ts";
import { MARGIN_PRODUCTS } from "./support/products.ts";

const COINS = 40;
const ROUNDS = 8;

function people({ side }: Variant): People {
  const held = side === "sell" ? (["BTC", COINS] as const) : (["USDT", COINS * INDEX] as const);
  return { alice: { accountKind: "unified", funds: [["unified", ...held]] } };
}

/** The world moves by a share while the index is some seconds old; alice repays at the index. */
function repaymentAttack(terms: { readonly ageMs: number; readonly move: number }): Attack {
  return {
    attackers: ["alice"],
    products: MARGIN_PRODUCTS.filter(({ isUnified }) => isUnified),
    people,
    isWithoutAgents: true,
    prepare: async () => {},
    // Side "sell" pays debts in dollars with Bitcoin whose index price is higher; "buy" turns it.
    async run({ side, trader, market }) {
      const alice = trader("alice");
      market.silenceFeed(true);
      await market.wait(terms.ageMs);
      const [debt, payment] =
        side === "sell" ? (["USDT", "BTC"] as const) : (["BTC", "USDT"] as const);
      await market.moveWorld("BTC", INDEX * (side === "sell" ? 1 - terms.move : 1 + terms.move));
      for (let round = 0; round < ROUNDS; round++) {
        const most = side === "sell" ? 1_200_000 : 20;
        await alice.withdrawMost(["unified", "funding"], debt, most, true);
        await alice.repayWith(debt, payment);
      }
      market.silenceFeed(false);
      await market.wait(2_000);
    },
  };
}

defineAttack("a debt is repaid at a stale index", repaymentAttack({ ageMs: 15_000, move: 0.03 }));

defineAttack(
  "a debt is repaid at an index of some seconds ago",
  repaymentAttack({ ageMs: 3_000, move: 0.005 }),
);
