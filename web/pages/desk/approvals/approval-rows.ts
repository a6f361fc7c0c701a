/** What waits for a decision, as the admin API lists it. */

/** A row of `GET /admin/v1/withdrawals`. */
export type OpenWithdrawal = {
  readonly id: string;
  readonly uid: string;
  readonly coin: string;
  readonly chain: string;
  /** What the user pays, with the fee. */
  readonly debit: string;
  readonly fee: string;
  readonly address: string;
  readonly tag: string;
  readonly remark: string;
  readonly status: string;
  readonly transactionId: string;
  readonly createdAt: string;
};

/** A row of `GET /admin/v1/users/UID/withdrawals`: also after its end. */
export type RecordedWithdrawal = Omit<OpenWithdrawal, "uid" | "remark"> & {
  readonly kind: "on_chain" | "internal";
  readonly toUid: string;
  readonly confirmations: number;
  readonly updatedAt: string;
};

/** A row of `GET /admin/v1/adjustments`. */
export type WaitingChange = {
  readonly id: string;
  readonly kind: "adjustment" | "trade_correction" | "liquidation_refund";
  readonly correctedId: string;
  /** Who receives or pays; empty for a fund of the exchange. */
  readonly uid: string;
  readonly realm: "live" | "demo";
  readonly wallet: string;
  readonly coin: string;
  /** Below zero for a debit. */
  readonly amount: string;
  readonly reference: string;
  /** Name of the token that asked. */
  readonly actor: string;
  readonly proposedAt: string;
};

/** A row of `GET /admin/v1/tokens`. */
export type ListedToken = {
  readonly name: string;
  readonly role: string;
  readonly issuers: readonly string[];
};

/** What a waiting change does, in words. */
export function changeText({ amount, kind, uid }: WaitingChange): string {
  if (kind === "trade_correction") return "Correct the price of a trade";
  if (kind === "liquidation_refund") return "Refund a liquidation";
  const isDebit = amount.startsWith("-");
  if (uid === "") return isDebit ? "Withdraw from a fund" : "Endow a fund";
  return isDebit ? "Debit a user" : "Credit a user";
}

/** Address of the page of a withdrawal. */
export function withdrawalAddress({ id, uid }: { readonly id: string; readonly uid: string }) {
  return `/desk/approvals/withdrawals/${uid}/${id}`;
}
