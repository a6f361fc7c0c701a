/** Text of the movements of a kind on an account. */
import { spacedWords } from "../../../state/spaced-words.ts";
import type { KindLine } from "./account-lines.ts";

/** Names of other sides that are not wallets of the exchange. */
const SIDE_NAMES: Readonly<Record<string, string>> = {
  users: "wallets of users",
  withdrawing: "open withdrawals of users",
  pledged: "pledges of users",
};

/** Returns what moved by a kind, and with which accounts where that is known. */
export function kindText({ count, credits, debits, kind, otherSides }: KindLine): string {
  const sums = `${spacedWords(kind)} ×${count}: +${credits} −${debits}`;
  const sides = otherSides.map((side) => SIDE_NAMES[side] ?? spacedWords(side));
  return sides.length === 0 ? sums : `${sums}, other side: ${sides.join(", ")}`;
}
