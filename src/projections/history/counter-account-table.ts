/** Table of the accounts on the other side of bills. */
import { WALLETS } from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/**
 * Accounts on the other side of the bill `id` of a user, with what each received, or below zero
 * paid: all of them together receive what the bill takes. `place` is the index + 1 of an isolated
 * account's instrument, or 0. The most frequent bills have no rows. The other side of fills is
 * always the clearing and the fees of the exchange. Margin that a position takes or gives back has
 * two bills with consecutive ids, first that of the futures wallet: each is the other side of the
 * other. Bills that move nothing have none either.
 */
export const COUNTER_ACCOUNTS = table("counter_accounts", ["user", "id", "part"], {
  user: "int",
  id: "int",
  part: "int",
  counterUser: "int",
  wallet: WALLETS,
  place: "int",
  amount: "money",
});
export type CounterAccountRow = RecordOf<typeof COUNTER_ACCOUNTS.fields>;

/** Account on the other side of a bill, and what it received, in atoms; below zero it paid. */
export type CounterAccount = Omit<CounterAccountRow, "user" | "id" | "part">;
