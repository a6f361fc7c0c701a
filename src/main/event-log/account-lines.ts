/** Lines of users: their access, keys, reviews, deposits, withdrawals and appeals. */
import { idText } from "../../core/base/id-text.ts";
import type { KeyChange } from "../../core/base/vocabulary.ts";
import { shortKey } from "../../gateway/auth/refused-signatures.ts";
import type { LineContext, LineWriters } from "./line-writer.ts";

/** Withdrawals remembered at most; beyond it a status may be logged twice. */
const WITHDRAWALS_MAX = 10_000;

const KEY_CHANGES: Readonly<Record<KeyChange, string>> = {
  created: "created",
  changed: "changed",
  deleted: "revoked",
};

/** Statuses after which a withdrawal does not change. */
const ENDED: readonly string[] = ["confirmed", "cancelled", "rejected", "failed"];

/** Whether a withdrawal has a new status; each confirmation is an event of its own. */
function isNewStatus({ withdrawals }: LineContext, id: number, status: string): boolean {
  const isNew = withdrawals.get(id) !== status;
  withdrawals.delete(id);
  if (ENDED.includes(status)) return isNew;
  if (withdrawals.size >= WITHDRAWALS_MAX) {
    const oldest = withdrawals.keys().next().value;
    if (oldest !== undefined) withdrawals.delete(oldest);
  }
  withdrawals.set(id, status);
  return isNew;
}

export const ACCOUNT_LINES: LineWriters = {
  user_created({ accountKind, parent, realm, user }, { facts, lines }) {
    const main = parent === user ? {} : { mainUid: facts.user(parent).uid };
    lines.of(user).info({
      event: "user_created",
      ...facts.user(user),
      ...main,
      ...{ accountKind, realm },
    });
  },

  user_access_changed({ status, user }, { facts, lines }) {
    const fields = { ...facts.user(user), ...facts.realm(user), status };
    lines.of(user).info({ event: "user_access_changed", ...fields });
  },

  user_freezes_changed({ login, trading, transfersOut, user, withdrawals }, { facts, lines }) {
    const freezes = { trading, transfersOut, withdrawals, login };
    const fields = { ...facts.user(user), ...facts.realm(user), ...freezes };
    lines.of(user).info({ event: "user_freezes_changed", ...fields });
  },

  user_review_changed({ heldSinceMs, isHeld, reason, user }, { facts, lines }) {
    const fields = { ...facts.user(user), ...facts.realm(user) };
    if (isHeld) {
      const since = new Date(heldSinceMs).toISOString();
      lines.of(user).info({ event: "review_began", ...fields, reason, since });
    } else {
      lines.of(user).info({ event: "review_ended", ...fields });
    }
  },

  key_changed({ apiKey, change, keyKind, user }, { facts, lines }) {
    const fields = { ...facts.user(user), ...facts.realm(user), key: shortKey(apiKey) };
    lines
      .of(user)
      .info({ event: "key_changed", ...fields, kind: keyKind, change: KEY_CHANGES[change] });
  },

  sign_in_changed({ demoUser, hasCodes, isPasswordNew, name, user }, { facts, lines }) {
    const demo = demoUser === 0 ? {} : { demoUid: facts.user(demoUser - 1).uid };
    const fields = { ...facts.user(user), name, isPasswordNew, hasCodes, ...demo };
    lines.of(user).info({ event: "sign_in_changed", ...fields });
  },

  deposit_changed(event, { facts, lines }) {
    const { amount, currency, custodyKind, depositId, status, transactionId, user } = event;
    if (status === "pending") return;
    const fields = {
      depositId: idText(depositId),
      ...facts.user(user),
      ...facts.realm(user),
      ...{ status, kind: custodyKind, coin: facts.coin(currency) },
      amount: facts.amount(currency, amount),
      ...(transactionId === "" ? {} : { transactionId }),
    };
    if (status === "reverted") lines.of(user).warn({ event: "deposit_changed", ...fields });
    else lines.of(user).info({ event: "deposit_changed", ...fields });
  },

  withdrawal_changed(event, context) {
    const { facts, lines } = context;
    const { currency, custodyKind, debit, fee, status, transactionId, user, withdrawalId } = event;
    if (!isNewStatus(context, withdrawalId, status)) return;
    const fields = {
      withdrawalId: idText(withdrawalId),
      ...facts.user(user),
      ...facts.realm(user),
      ...{ status, isRequest: event.createdAtMs === event.timeMs, kind: custodyKind },
      coin: facts.coin(currency),
      amount: facts.amount(currency, debit),
      fee: facts.amount(currency, fee),
      ...(transactionId === "" ? {} : { transactionId }),
    };
    const isRefused = status === "rejected" || status === "failed";
    if (isRefused) lines.of(user).warn({ event: "withdrawal_changed", ...fields });
    else lines.of(user).info({ event: "withdrawal_changed", ...fields });
  },

  p2p_order_changed(event, { facts, lines }) {
    const { appealedAtMs, buyer, currency, orderId, quantity, seller, status, timeMs } = event;
    if (appealedAtMs === 0) return;
    const fields = {
      orderId: idText(orderId),
      buyerUid: facts.user(buyer).uid,
      sellerUid: facts.user(seller).uid,
      coin: facts.coin(currency),
      quantity: facts.amount(currency, quantity),
    };
    if (status === "in_appeal") {
      if (appealedAtMs === timeMs) lines.warn({ event: "p2p_appeal_opened", ...fields });
    } else if (status === "completed" || status === "cancelled") {
      lines.info({ event: "p2p_appeal_ended", ...fields, status });
    }
  },
};
