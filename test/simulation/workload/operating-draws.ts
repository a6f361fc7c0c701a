/** Settings, admin tokens and held index prices, good and bad. */
import { ADMIN_ROLES, type Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { CORRECTION_DRAWS, SPOILED_CORRECTIONS } from "./correction-draws.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { FEE_DRAWS, SPOILED_FEES } from "./fee-draws.ts";
import { COINS_COUNT } from "./founding.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

const TOKEN_NAMES = ["alice.support", "desk", "night-shift"];
const SETTINGS = ["rate-limit overall", "four-eyes", "rate-limit GET /api/v3/market/tickers"];

/** Names that have been held are released mostly, so that prices go on moving. */
const RELEASED_PERCENT = 70;
/** Farthest that a held price is from the present one, in ticks. */
const HELD_TICKS = 12;

function digestOf(random: Random): Uint8Array {
  return Uint8Array.from({ length: 32 }, () => random.below(256));
}

/** Mostly small; funds of the exchange and debits among them. */
function adjustment(draws: Draws): CommandDraft {
  const { random } = draws;
  const isFund = random.chance(20);
  const user = isFund ? random.below(2) : draws.user();
  const wallet: Wallet = isFund
    ? random.pick(["lending_pool", "insurance_fund", "conversion"] as const)
    : random.pick(draws.walletsOf(user));
  const amount = BigInt(1 + random.below(random.chance(80) ? 500 : 2_000_000));
  return draft("adjust_balance", {
    ...{ user, wallet, currency: random.below(COINS_COUNT), reference: "ticket 12" },
    amount: random.chance(50) ? -amount : amount,
  });
}

function decision({ random, state }: Draws): CommandDraft {
  const { lastDecided, waiting } = state.adjusting;
  const adjustment = waiting.length === 0 ? lastDecided : random.pick(waiting).id;
  return draft("decide_adjustment", { adjustment, isApproved: random.chance(70) });
}

function holding(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const held = state.instruments.find(({ heldPrice }) => heldPrice !== 0);
  if (held !== undefined && random.chance(RELEASED_PERCENT)) {
    return draft("hold_index_price", { instrument: held.index, price: 0 });
  }
  const { index, indexPrice } = draws.instrument();
  const price = indexPrice === 0 ? 0 : indexPrice + random.between(-HELD_TICKS, HELD_TICKS);
  return draft("hold_index_price", { instrument: index, price: Math.max(0, price) });
}

export const OPERATING_DRAWS = {
  set_setting: ({ random }) =>
    draft("set_setting", {
      name: random.pick(SETTINGS),
      value: random.pick(["", "10/1000", "größer"]),
    }),
  set_admin_token: ({ random, state }) =>
    draft("set_admin_token", {
      name: random.pick(TOKEN_NAMES),
      role: random.pick(ADMIN_ROLES),
      digest: digestOf(random),
      expiresAtMs: random.pick([0, state.timeMs + 86_400_000]),
    }),
  remove_admin_token: ({ random }) =>
    draft("remove_admin_token", { name: random.pick(TOKEN_NAMES) }),
  hold_index_price: (draws) => holding(draws),
  adjust_balance: adjustment,
  decide_adjustment: decision,
  set_adjustment_rules: ({ random }) =>
    draft("set_adjustment_rules", { fourEyesUsd: random.pick([0, 1, 1, 500]) }),
  ...CORRECTION_DRAWS,
  ...FEE_DRAWS,
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof OPERATING_DRAWS;

export const SPOILED_OPERATING: { readonly [K in Kind]: Spoil<K> } = {
  set_setting: (command, random) =>
    draft("set_setting", {
      ...command,
      ...random.pick([
        { name: "" },
        { name: "a\tb" },
        { name: "n".repeat(129) },
        { value: "v".repeat(1_025) },
      ]),
    }),
  set_admin_token: (command, random) =>
    draft("set_admin_token", {
      ...command,
      ...random.pick([
        { name: "" },
        { name: "root" },
        { name: "With Space" },
        { name: "n".repeat(33) },
        { expiresAtMs: 1 },
        { digest: new Uint8Array(31) },
      ]),
    }),
  remove_admin_token: (command) => draft("remove_admin_token", { ...command, name: "unknown" }),
  hold_index_price: (command, random) =>
    draft("hold_index_price", {
      ...command,
      ...random.pick([{ instrument: NOTHING }, { price: 2 ** 40 }, { price: 0 }]),
    }),
  adjust_balance: (command, random) =>
    draft("adjust_balance", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 0 },
        { currency: 250 },
        { wallet: "fees" as const },
        { wallet: "crossed_margin" as const },
        { amount: 0n },
        { amount: -(10n ** 17n) },
        { amount: 9n * 10n ** 18n },
        { reference: "r".repeat(129) },
      ]),
    }),
  decide_adjustment: (command) => draft("decide_adjustment", { ...command, adjustment: 1 }),
  set_adjustment_rules: () => draft("set_adjustment_rules", { fourEyesUsd: 10 ** 12 + 1 }),
  ...SPOILED_CORRECTIONS,
  ...SPOILED_FEES,
};
