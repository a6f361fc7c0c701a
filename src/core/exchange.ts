/** The only door: a command goes in, the state changes, events come out. */
import { createKey, createUser, deleteKey } from "./accounts/manage-users.ts";
import { assert, unreachable } from "./assert.ts";
import { applyTick } from "./clock/tick.ts";
import { COMMAND_KINDS, type Command, type CommandKind } from "./commands.ts";
import { EVENT_INDEX } from "./event-buffer.ts";
import { setFundingTerms } from "./funding/set-funding-terms.ts";
import { listCurrency, listInstrument, setInstrumentStatus } from "./listing/list.ts";
import { setIndexPrices } from "./listing/refresh-marks.ts";
import { borrow } from "./loans/borrow.ts";
import { setLoanTerms, setMarginRules } from "./loans/change-terms.ts";
import { repay } from "./loans/repay.ts";
import { setLeverage, setPositionMode } from "./margin/change-settings.ts";
import type { Seq, TimeMs } from "./money/units.ts";
import { amendOrder } from "./orders/amend-order.ts";
import { cancelOrder, cancelOrders } from "./orders/cancel-order.ts";
import { closePositions } from "./orders/close-positions.ts";
import { placeMarginOrder, placeOrder } from "./orders/place-order.ts";
import { replaceOrder } from "./orders/replace-order.ts";
import type { Emit, State } from "./state.ts";
import { credit, endow, transfer } from "./transfers/move-funds.ts";
import { amendPlan } from "./triggers/amend-plan.ts";
import { cancelPlan, cancelPlans } from "./triggers/cancel-plan.ts";
import { placeExits } from "./triggers/place-exits.ts";
import { placePlan } from "./triggers/place-plan.ts";
import { flashRepay } from "./unwinding/unwind-accounts.ts";

const COMMAND_INDEX: Readonly<Record<CommandKind, number>> = Object.fromEntries(
  COMMAND_KINDS.map((kind, index) => [kind, index]),
) as Record<CommandKind, number>;

const PLACE_ORDER = COMMAND_INDEX.place_order;
const AMEND_ORDER = COMMAND_INDEX.amend_order;
const CANCEL_ORDER = COMMAND_INDEX.cancel_order;

/**
 * Applies one command. Its seq follows the last one, its time is not before the last one's. Emits
 * `command_applied`, then the events of the operation; `state.outcome` tells the submitter.
 *
 * The three kinds that most of a stream consists of read their stamp at places of their own: a
 * place that sees every kind's shape takes ten times as long to find a field.
 */
export function apply(state: State, command: Command, emit: Emit): void {
  switch (command.kind) {
    case "amend_order":
      advance(state, command.seq, command.timeMs);
      emitApplied(state, AMEND_ORDER, emit);
      return amendOrder(state, command, emit);
    case "place_order":
      advance(state, command.seq, command.timeMs);
      emitApplied(state, PLACE_ORDER, emit);
      return placeOrder(state, command, emit);
    case "cancel_order":
      advance(state, command.seq, command.timeMs);
      emitApplied(state, CANCEL_ORDER, emit);
      return cancelOrder(state, command, emit);
    default:
      advance(state, command.seq, command.timeMs);
      emitApplied(state, COMMAND_INDEX[command.kind], emit);
      return applyOther(state, command, emit);
  }
}

function advance(state: State, seq: Seq, timeMs: TimeMs): void {
  assert(seq === state.seq + 1, "commands are applied in order, none left out");
  assert(timeMs >= state.timeMs, "time never goes back");
  state.seq = seq;
  state.timeMs = timeMs;
  const outcome = state.outcome;
  outcome.rejection = undefined;
  outcome.id = 0;
  outcome.replacedReduceOnly = false;
  outcome.items = undefined;
}

function emitApplied(state: State, kindIndex: number, emit: Emit): void {
  const at = emit.open(EVENT_INDEX.command_applied, 3);
  const { numbers } = emit;
  numbers[at] = state.seq;
  numbers[at + 1] = state.timeMs;
  numbers[at + 2] = kindIndex;
}

type OtherCommand = Exclude<Command, { kind: "place_order" | "amend_order" | "cancel_order" }>;

function applyOther(state: State, command: OtherCommand, emit: Emit): void {
  switch (command.kind) {
    case "place_order_with_exits":
      return placeOrder(state, command, emit);
    case "replace_order":
      return replaceOrder(state, command, emit);
    case "cancel_orders":
      return cancelOrders(state, command, emit);
    case "close_positions":
      return closePositions(state, command, emit);
    case "tick":
      return applyTick(state, emit);
    case "set_index_prices":
      return setIndexPrices(state, command, emit);
    case "transfer":
      return transfer(state, command, emit);
    case "credit":
      return credit(state, command, emit);
    case "set_leverage":
      return setLeverage(state, command, emit);
    case "set_position_mode":
      return setPositionMode(state, command, emit);
    case "create_user":
      return createUser(state, command, emit);
    case "create_key":
      return createKey(state, command, emit);
    case "delete_key":
      return deleteKey(state, command, emit);
    case "place_margin_order":
      return placeMarginOrder(state, command, emit);
    case "set_loan_terms":
      return setLoanTerms(state, command, emit);
    case "set_margin_rules":
      return setMarginRules(state, command, emit);
    case "endow":
      return endow(state, command, emit);
    case "borrow":
      return borrow(state, command, emit);
    case "repay":
      return repay(state, command, emit);
    case "flash_repay":
      return flashRepay(state, command, emit);
    case "list_currency":
      return listCurrency(state, command, emit);
    case "list_instrument":
      return listInstrument(state, command, emit);
    case "set_funding_terms":
      return setFundingTerms(state, command, emit);
    case "set_instrument_status":
      return setInstrumentStatus(state, command, emit);
    case "place_plan":
      return placePlan(state, command, emit);
    case "place_exits":
      return placeExits(state, command, emit);
    case "amend_plan":
      return amendPlan(state, command, emit);
    case "cancel_plan":
      return cancelPlan(state, command, emit);
    case "cancel_plans":
      return cancelPlans(state, command, emit);
    default:
      return unreachable(command);
  }
}
