/** Commands of chains, deposits and withdrawals, good and bad. */
import { ADDRESS_KINDS, type Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { spendableOf } from "../naive/naive-money.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";

/** The first user, who trades in most profiles. */
const FIRST_PERSON = 2;

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

/** A coin on a chain that is listed. */
function chainOf({ random, state }: Draws): number {
  return random.below(Math.max(1, state.chains.length));
}

/** A live user of the profile. */
function holder(draws: Draws): number {
  for (let attempt = 0; attempt < 20; attempt++) {
    const user = draws.user();
    if (draws.state.userAt(user).realm === "live") return user;
  }
  return FIRST_PERSON;
}

/** A new payment, or one that was seen before; blocks advance slowly and now and then leap. */
function observation(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { deposits } = state.custody;
  const known = deposits.length === 0 ? undefined : random.pick(deposits);
  if (known !== undefined && random.chance(18)) {
    const { amount, chain, height, output, transactionId, user } = known;
    const seen = { amount, chain, height, output, transactionId, user };
    return draft("observe_deposit", { ...seen, source: "" });
  }
  const last = state.custody.heights.at(-1)?.height ?? 2_000;
  const leap = random.chance(1) ? 1_100 : random.chance(4) ? -1_050 : random.below(2);
  return draft("observe_deposit", {
    user: random.chance(60) ? FIRST_PERSON : holder(draws),
    chain: chainOf(draws),
    amount: BigInt(random.below(random.chance(20) ? 1_500 : 9_000_000)),
    transactionId: `tx${draws.number()}`,
    output: random.below(2),
    height: Math.max(0, last + leap),
    source: random.chance(50) ? "" : "from-1",
  });
}

function confirmation(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const pending = state.custody.deposits.filter(({ status }) => status === "pending");
  if (pending.length === 0) return observation(draws);
  const { height, id } = random.pick(pending);
  const confirmations = random.below(4);
  return draft("confirm_deposit", { deposit: id, height: height + random.below(2), confirmations });
}

function reversal(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { deposits } = state.custody;
  if (deposits.length === 0) return observation(draws);
  return draft("revert_deposit", { deposit: random.pick(deposits).id });
}

function depositWallet(draws: Draws): CommandDraft {
  const user = holder(draws);
  const wallet = draws.random.pick(draws.walletsOf(user));
  return draft("set_deposit_wallet", { user, currency: draws.random.pick(CHAINED_COINS), wallet });
}

const TAGS: readonly string[] = ["", "7", "8"];

function addition(draws: Draws): CommandDraft {
  const { random } = draws;
  const addressKind = random.pick(ADDRESS_KINDS);
  return draft("add_address", {
    user: random.chance(60) ? FIRST_PERSON : holder(draws),
    addressKind,
    chain: chainOf(draws),
    address: `a${random.below(12)}`,
    tag: random.pick(TAGS),
    label: random.chance(50) ? "" : "my own",
    toUser: addressKind === "internal" ? holder(draws) : 0,
  });
}

function removal(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { addresses } = state.custody;
  if (addresses.length === 0) return addition(draws);
  const { id, owner } = random.pick(addresses);
  return draft("remove_address", { user: owner, address: id });
}

/** A client id that is new, none, or that of an earlier withdrawal of the user. */
function withdrawalName({ random, state }: Draws, user: number, number: number): string {
  if (random.chance(45)) return "";
  const own = state.custody.named.filter((one) => one.user === user);
  if (own.length > 0 && random.chance(15)) return random.pick(own).clientId;
  return `w${number}`;
}

function spendableShare(draws: Draws, user: number, wallet: Wallet, currency: number): bigint {
  const { random, state } = draws;
  const most = spendableOf(state, state.userAt(user), wallet, currency);
  const share = BigInt(random.pick([1, 3, 10, 40, 100]));
  return (most * share) / 100n + BigInt(random.chance(20) ? 1 : 0);
}

/** To an address of the book, of a size that the chain takes, mostly. */
function withdrawal(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const onChain = state.custody.addresses.filter(({ addressKind }) => addressKind !== "internal");
  if (onChain.length === 0) return addition(draws);
  const { address, chain, owner, tag } = random.pick(onChain);
  const family = state.users.filter((one) => one.parent === owner);
  const user = random.chance(70) ? owner : random.pick(family).index;
  const terms = state.chains[chain];
  const currency = terms?.currency ?? 0;
  const wallet = random.chance(80)
    ? (draws.walletsOf(user)[0] ?? "spot")
    : random.pick(draws.walletsOf(user));
  const places = (state.currencies[currency]?.decimals ?? 0) - (terms?.withdrawDecimals ?? 0);
  const unit = 10n ** BigInt(places) * (terms?.withdrawStep || 1n);
  const wanted = spendableShare(draws, user, wallet, currency);
  const size = random.chance(75) ? (wanted / unit) * unit : wanted;
  return draft("request_withdrawal", {
    ...{ user, wallet, chain, size, address, tag },
    clientWithdrawalId: withdrawalName(draws, user, draws.number()),
    remark: random.chance(80) ? "" : "for rent",
  });
}

function internal(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const entries = state.custody.addresses.filter(({ addressKind }) => addressKind === "internal");
  if (entries.length === 0) return addition(draws);
  const { owner: user, toUser } = random.pick(entries);
  const currency = random.pick(CHAINED_COINS);
  const wallet = random.pick(draws.walletsOf(user));
  const amount = spendableShare(draws, user, wallet, currency);
  const clientWithdrawalId = withdrawalName(draws, user, draws.number());
  return draft("withdraw_internally", {
    ...{ user, wallet, currency, toUser, amount, clientWithdrawalId },
  });
}

/** One withdrawal, of those with the status if there are any. */
function withdrawalIn(draws: Draws, statuses: readonly string[]) {
  const { random, state } = draws;
  const { withdrawals } = state.custody;
  const wanted = withdrawals.filter(({ status }) => statuses.includes(status));
  const from = wanted.length > 0 && random.chance(92) ? wanted : withdrawals;
  return from.length === 0 ? undefined : random.pick(from);
}

function cancellation(draws: Draws): CommandDraft {
  const found = withdrawalIn(draws, ["review", "approved"]);
  if (found === undefined) return withdrawal(draws);
  const isNamed = found.clientId !== "" && draws.random.chance(50);
  return draft("cancel_withdrawal", {
    user: found.user,
    withdrawal: isNamed ? 0 : found.id,
    clientWithdrawalId: found.clientId,
  });
}

function decision(draws: Draws): CommandDraft {
  const found = withdrawalIn(draws, ["review"]);
  if (found === undefined) return withdrawal(draws);
  const isApproved = draws.random.chance(70);
  return draft("review_withdrawal", { withdrawal: found.id, isApproved });
}

function signature(draws: Draws): CommandDraft {
  const found = withdrawalIn(draws, ["approved"]);
  if (found === undefined) return withdrawal(draws);
  return draft("sign_withdrawal", {
    withdrawal: found.id,
    transactionId: `out${found.id}`,
    rawTransaction: Uint8Array.of(1, 2, found.id % 256),
  });
}

function chainReport(draws: Draws): CommandDraft {
  const found = withdrawalIn(draws, ["signed", "broadcast"]);
  if (found === undefined) return withdrawal(draws);
  const { random } = draws;
  return draft("report_withdrawal", {
    withdrawal: found.id,
    report: random.chance(25) ? "refused" : "accepted",
    confirmations: random.below(4),
  });
}

export const CUSTODY_DRAWS = {
  set_chain_terms: terms,
  observe_deposit: observation,
  confirm_deposit: confirmation,
  revert_deposit: reversal,
  set_deposit_wallet: depositWallet,
  add_address: addition,
  remove_address: removal,
  request_withdrawal: withdrawal,
  withdraw_internally: internal,
  cancel_withdrawal: cancellation,
  review_withdrawal: decision,
  sign_withdrawal: signature,
  report_withdrawal: chainReport,
} as const satisfies Readonly<Record<string, Draw>>;
