/** Commands of deposits, withdrawals and address books. */
import { unreachable } from "../../../src/core/base/assert.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import { CUSTODY_COMMANDS } from "../../../src/core/commands/custody-command-fields.ts";
import {
  addAddress,
  confirm,
  type Mover,
  observe,
  removeAddress,
  revert,
  setWallet,
} from "./naive-deposits.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { spendableOf } from "./naive-money.ts";
import type { NaiveAccount } from "./naive-records.ts";
import { isHeldFor } from "./naive-review.ts";
import type { NaiveState } from "./naive-state.ts";
import {
  askAgain,
  cancel,
  decide,
  internally,
  type Judges,
  report,
  request,
  sign,
} from "./naive-withdrawals.ts";

export type CustodyKind =
  | "observe_deposit"
  | "confirm_deposit"
  | "revert_deposit"
  | "set_deposit_wallet"
  | "add_address"
  | "remove_address"
  | "request_withdrawal"
  | "withdraw_internally"
  | "cancel_withdrawal"
  | "review_withdrawal"
  | "sign_withdrawal"
  | "report_withdrawal";

const KINDS = Object.keys(CUSTODY_COMMANDS) as readonly string[];

type CustodyCommand = Extract<Command, { kind: CustodyKind }>;

export function isCustody(command: Command): command is CustodyCommand {
  return KINDS.includes(command.kind);
}

type Transfer = (
  state: NaiveState,
  from: NaiveAccount,
  to: NaiveAccount,
  terms: Parameters<Mover>[2] & { readonly clientTransferId: string },
) => void;

/** What deposits and withdrawals share with transfers. */
export function custodyTools(
  state: NaiveState,
  transfer: Transfer,
): { readonly move: Mover; readonly judges: Judges } {
  return {
    move: (from, to, terms) => transfer(state, from, to, { ...terms, clientTransferId: "" }),
    judges: {
      spendable: (user, wallet, currency) => spendableOf(state, user, wallet, currency),
      isFrozen: (user, wallet, currency) => isAccountLiquidating(state, user, wallet, currency),
      isHeld: (user) => isHeldFor(state, user),
    },
  };
}

/** Applies one of them. */
export function dispatchCustody(
  state: NaiveState,
  command: { [K in CustodyKind]: CommandOf<K> }[CustodyKind],
  tools: { readonly move: Mover; readonly judges: Judges },
): void {
  switch (command.kind) {
    case "observe_deposit":
      return observe(state, command);
    case "confirm_deposit":
      return confirm(state, command, tools.move);
    case "revert_deposit":
      return revert(state, command);
    case "set_deposit_wallet":
      return setWallet(state, command);
    case "add_address":
      return addAddress(state, command);
    case "remove_address":
      removeAddress(state, command);
      return askAgain(state);
    case "request_withdrawal":
      return request(state, command, tools);
    case "withdraw_internally":
      return internally(state, command, tools);
    case "cancel_withdrawal":
      return cancel(state, command, tools.move);
    case "review_withdrawal":
      return decide(state, command, tools.move);
    case "sign_withdrawal":
      return sign(state, command, tools.judges);
    case "report_withdrawal":
      return report(state, command, tools.move);
    default:
      return unreachable(command);
  }
}
