import type { Wallet } from "../../../core/base/vocabulary.ts";

/** Wallets of a unified user that receive deposits and pay withdrawals. */
export const DEPOSIT_WALLET_WORDS = {
  unified: "unified",
  funding: "funding",
} as const satisfies Partial<Readonly<Record<Wallet, string>>>;
