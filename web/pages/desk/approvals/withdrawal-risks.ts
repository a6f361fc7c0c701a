/** What speaks against the approval of a withdrawal, from what the admin API says of its user. */
import { percent } from "../../../numbers/format.ts";
import type { OpenWithdrawal, RecordedWithdrawal } from "./approval-rows.ts";

export type AddressEntry = {
  readonly kind: "regular" | "universal" | "internal";
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  readonly tag: string;
};

export type UserFacts = {
  readonly name: string;
  readonly realm: "live" | "demo";
  readonly accountKind: string;
  readonly parentUid: string;
  readonly freezes: readonly string[];
  readonly isUnderReview: boolean;
  readonly createdAt: string;
  readonly equityUsdt: string;
};

export type RiskInput = {
  readonly withdrawal: Pick<OpenWithdrawal, "coin" | "chain" | "address" | "tag" | "id">;
  readonly user: UserFacts;
  readonly addresses: readonly AddressEntry[];
  /** Withdrawals of the user, this one among them. */
  readonly past: readonly Pick<RecordedWithdrawal, "id" | "address" | "status">[];
  /** Number of alerts of surveillance that name the user. */
  readonly alerts: number;
  /** Value in US dollars; undefined without a price. */
  readonly valueUsd: number | undefined;
  readonly isChainCongested: boolean;
  readonly nowMs: number;
};

/** A remark; `stops` says that the withdrawal is not sent while it lasts. */
export type Risk = { readonly kind: "stops" | "warns" | "speaks_for"; readonly text: string };

const DAY_MS = 86_400_000;
/** Share of the account's value from which a withdrawal is remarkable. */
const LARGE_SHARE = 0.5;
const YOUNG_DAYS = 7;

function isInBook({ addresses, withdrawal }: RiskInput): boolean {
  const { address, chain, coin, tag } = withdrawal;
  return addresses.some(
    (entry) =>
      entry.address === address &&
      entry.tag === tag &&
      entry.chain === chain &&
      (entry.kind === "universal" || entry.coin === coin),
  );
}

function blocks({ user }: RiskInput): Risk[] {
  const risks: Risk[] = [];
  if (user.isUnderReview) {
    const text = "The account is under review: an approved withdrawal waits until the review ends.";
    risks.push({ kind: "stops", text });
  }
  if (user.freezes.includes("withdrawals")) {
    const text = "Withdrawals of the account are frozen: an approved one waits until that ends.";
    risks.push({ kind: "stops", text });
  }
  return risks;
}

function ofAge({ nowMs, user }: RiskInput): Risk {
  const days = Math.floor((nowMs - Date.parse(user.createdAt)) / DAY_MS);
  const age = days === 0 ? "less than a day" : `${days} ${days === 1 ? "day" : "days"}`;
  return { kind: days < YOUNG_DAYS ? "warns" : "speaks_for", text: `The account is ${age} old.` };
}

function ofAddress({ past, withdrawal }: RiskInput): Risk {
  const earlier = past.filter(
    ({ address, id, status }) =>
      id !== withdrawal.id && status === "confirmed" && address === withdrawal.address,
  ).length;
  return earlier === 0
    ? { kind: "warns", text: "Nothing of this user has arrived at this address before." }
    : { kind: "speaks_for", text: `Withdrawals that arrived at this address before: ${earlier}.` };
}

function ofValue({ user, valueUsd }: RiskInput): Risk[] {
  if (valueUsd === undefined) {
    return [{ kind: "warns", text: "The coin has no price in US dollars." }];
  }
  // The held amount has left the wallets that the value of the account counts.
  const share = valueUsd / (Number(user.equityUsdt) + valueUsd);
  const text = `It takes ${percent(share, 0)} of what the account is worth.`;
  return [{ kind: share >= LARGE_SHARE ? "warns" : "speaks_for", text }];
}

/** Returns the remarks on a withdrawal in review, those that stop it first. */
export function withdrawalRisks(input: RiskInput): readonly Risk[] {
  const risks: Risk[] = [];
  if (!isInBook(input)) {
    const text =
      "The address is not in the address book, so that it cannot be approved: enter the address " +
      "again, or refuse.";
    risks.push({ kind: "stops", text });
  }
  risks.push(...blocks(input));
  if (input.alerts > 0) {
    risks.push({ kind: "warns", text: `Alerts of surveillance on this user: ${input.alerts}.` });
  }
  if (input.isChainCongested) {
    risks.push({ kind: "warns", text: "The chain is marked as congested." });
  }
  risks.push(ofAge(input), ofAddress(input), ...ofValue(input));
  const order = { stops: 0, warns: 1, speaks_for: 2 } as const;
  return risks.toSorted((one, other) => order[one.kind] - order[other.kind]);
}
