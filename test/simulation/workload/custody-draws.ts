/** Commands of chains, deposits and withdrawals, good and bad. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";

/** Coins that have chains, by their index at founding, and the chains that all of them share. */
const CHAINED_COINS: readonly number[] = [0, 1, 3, 7];
const CHAINS: readonly string[] = ["MAIN", "TAGGED"];

/** Terms of a coin on a chain: small counts and amounts, so that every bound is met. */
export function chainTerms(random: Random, currency: number, chain: string): CommandDraft {
  return draft("set_chain_terms", {
    currency,
    chain,
    needsTag: chain === "TAGGED",
    isByInvoice: random.chance(15),
    isRechargeable: random.chance(85),
    isWithdrawable: random.chance(85),
    isCongested: random.chance(10),
    withdrawFee: BigInt(random.pick([0, 3, 500])),
    extraFeeE6: random.pick([0, 0, 1_234, 100_000]),
    depositConfirmations: random.between(1, 3),
    withdrawConfirmations: random.between(1, 3),
    depositMin: BigInt(random.pick([1, 1_000])),
    withdrawMin: BigInt(random.pick([1, 2_000])),
    withdrawStep: BigInt(random.pick([0, 0, 7])),
    withdrawDecimals: random.between(0, 2) === 0 ? 2 : 4,
    unattendedMax: BigInt(random.pick([0, 20_000, 2_000_000])),
    browserUrl: "https://explorer.example",
    contractAddress: random.chance(50) ? "" : "0x01",
  });
}

function terms(draws: Draws): CommandDraft {
  const { random } = draws;
  return chainTerms(random, random.pick(CHAINED_COINS), random.pick(CHAINS));
}

/** Terms of every coin on every chain, with which a run begins. */
export function chainFounding(random: Random): CommandDraft[] {
  return CHAINED_COINS.flatMap((currency) =>
    CHAINS.map((chain) => chainTerms(random, currency, chain)),
  );
}

export const CUSTODY_DRAWS = {
  set_chain_terms: terms,
} as const satisfies Readonly<Record<string, Draw>>;

function spoiledTerms(command: DraftOf<"set_chain_terms">, random: Random): CommandDraft {
  const changes: readonly Partial<Parameters<typeof draft<"set_chain_terms">>[1]>[] = [
    { currency: 250 },
    { currency: 4 },
    { chain: "" },
    { chain: "a-name-of-21-letters-" },
    { chain: "a b" },
    { chain: command.chain.toLowerCase() },
    { extraFeeE6: 1_000_001 },
    { depositConfirmations: 0 },
    { withdrawConfirmations: 10_001 },
    { depositMin: -1n },
    { unattendedMax: -1n },
    { withdrawDecimals: 9 },
    { browserUrl: "two words" },
    { contractAddress: "x".repeat(129) },
  ];
  return draft("set_chain_terms", { ...command, ...random.pick(changes) });
}

export const SPOILED_CUSTODY = {
  set_chain_terms: spoiledTerms,
} as const;
