import type { Wallet } from "../../../core/base/vocabulary.ts";
import type { UserRead } from "../../../core/reads/account-reads.ts";
import { CLASSIC_WALLET_WORDS } from "../../../wire/words/wallet-words.ts";

/** Words for accounts in v3 transfers; `spot` and `p2p` both name the funding account. */
export const ACCOUNT_WORDS = [...CLASSIC_WALLET_WORDS, "uta"] as const;
type AccountWord = (typeof ACCOUNT_WORDS)[number];

/** Returns the wallet of a unified user that a word names (trading-rules.md section 9). */
export function walletOfWord(word: AccountWord): Wallet {
  switch (word) {
    case "spot":
    case "p2p":
      return "funding";
    case "uta":
      return "unified";
    default:
      return word;
  }
}

/** Whether a unified user has the wallet. */
export function isUnifiedWallet(wallet: Wallet): boolean {
  return wallet === "unified" || wallet === "funding";
}

/** Returns the wallet of a user that a word names; `undefined` if the user has no such wallet. */
export function walletOfUser(user: UserRead, word: AccountWord): Wallet | undefined {
  const wallet = walletOfWord(word);
  if (user.isUnified) return isUnifiedWallet(wallet) ? wallet : undefined;
  if (word === "uta" || word === "isolated_margin") return undefined;
  return word === "spot" ? "spot" : wallet;
}
