/** Credits and debits of a user as a person writes them. */
import type { Act } from "../acts/asked-act.ts";
import type { AccountKind } from "./user-rows.ts";

/** What a person writes; texts as written. */
export type WrittenChange = {
  readonly isDebit: boolean;
  readonly wallet: string;
  readonly coin: string;
  readonly amount: string;
  readonly reference: string;
};

const CLASSIC_WALLETS = [
  ["spot", "Spot"],
  ["funding", "Funding"],
  ["usdt_futures", "USDT futures"],
  ["usdc_futures", "USDC futures"],
  ["coin_futures", "Coin futures"],
] as const;
const UNIFIED_WALLETS = [
  ["unified", "Unified"],
  ["funding", "Funding"],
] as const;

/** Returns the wallets of a kind of account that can be credited, with their names. */
export function creditableWallets(
  kind: AccountKind,
): readonly (readonly [wallet: string, name: string])[] {
  return kind === "unified" ? UNIFIED_WALLETS : CLASSIC_WALLETS;
}

const AMOUNT = /^(?=.*[1-9])\d{1,20}(\.\d{1,20})?$/;
const COIN = /^[A-Z0-9]{2,16}$/;

/** Whether a text is an amount above zero that the exchange takes. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text.trim());
}

/** Returns a coin as the exchange writes it. */
function coinOf({ coin }: WrittenChange): string {
  return coin.trim().toUpperCase();
}

/** Returns what is wrong with a member, by its name; nothing for members that are empty. */
export function changeFaults(
  written: WrittenChange,
): Readonly<Partial<Record<"amount" | "coin", string>>> {
  const amount = written.amount.trim();
  const coin = coinOf(written);
  return {
    ...(amount === "" || AMOUNT.test(amount)
      ? {}
      : { amount: "Write an amount above zero such as 0.25" }),
    ...(coin === "" || COIN.test(coin) ? {} : { coin: "Write the code of a coin such as USDT" }),
  };
}

/** Returns the act of a credit or debit; undefined until it is complete and without faults. */
export function balanceChangeAct(
  uid: string,
  written: WrittenChange,
  rules: { readonly fourEyesUsd: number },
  onDone: () => void,
): Act | undefined {
  const amount = written.amount.trim();
  const coin = coinOf(written);
  if (!AMOUNT.test(amount) || !COIN.test(coin)) return undefined;
  const { isDebit, wallet } = written;
  const reference = written.reference.trim();
  const sum = `${amount} ${coin}`;
  const what = isDebit
    ? `${sum} leave the wallet ${wallet} of ${uid} for the account of the outside world.`
    : `${sum} come from the account of the outside world into the wallet ${wallet} of ${uid}.`;
  const limit =
    rules.fourEyesUsd === 0
      ? "One person decides alone: there is no limit for it."
      : `Above ${rules.fourEyesUsd} USD a day it waits for a second person, under Approvals.`;
  return {
    title: isDebit ? `Debit ${uid}` : `Credit ${uid}`,
    effects: [what, ...(isDebit ? ["No more is taken than the user may move out."] : []), limit],
    method: "POST",
    path: `/users/${uid}/${isDebit ? "debits" : "credits"}`,
    body: { wallet, coin, amount, ...(reference === "" ? {} : { reference }) },
    repeat: sum,
    done: ({ status }) =>
      status === "waiting"
        ? "The change waits for a second person, under Approvals"
        : `${sum} ${isDebit ? "are debited" : "are credited"}`,
    onDone,
  };
}
