/** Settings, admin tokens and held index prices, by the written rule. */
import { unreachable } from "../../../src/core/base/assert.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import {
  CORRECTION_COMMANDS,
  OPERATING_COMMANDS,
} from "../../../src/core/commands/operating-commands.ts";
import { TERMS_COMMANDS } from "../../../src/core/commands/terms-commands.ts";
import {
  type AdjustingTools,
  adjustBalance,
  decideAdjustment,
  setAdjustmentRules,
} from "./naive-adjustments.ts";
import { bustTrade, makeCorrection, refundLiquidation } from "./naive-corrections.ts";
import { dispatchFees, isOfFees } from "./naive-fees.ts";
import { moveIndex } from "./naive-listing.ts";
import { setOrderLimits } from "./naive-order-limits.ts";
import type { NaiveState } from "./naive-state.ts";

type NaiveToken = { readonly digest: string; readonly issuers: readonly string[] };

export class NaiveOperating {
  readonly settings = new Map<string, string>();
  readonly tokens = new Map<string, NaiveToken>();
}

function keep(state: NaiveState, { name, value }: CommandOf<"set_setting">): void {
  const { settings } = state.operating;
  const isFull = settings.size === 1_000 && !settings.has(name) && value !== "";
  const isBad = name.length > 128 || value.length > 1_024 || /[^a-zA-Z0-9_ ./:-]/.test(name);
  if (name === "" || isBad || isFull) return state.rejectCommand(0, "setting_out_of_bounds");
  settings.set(name, value);
  if (value === "") settings.delete(name);
  state.emit("setting_changed", { name });
}

function issue(state: NaiveState, command: CommandOf<"set_admin_token">): void {
  const { expiresAtMs, name, origin } = command;
  const { tokens } = state.operating;
  const digest = String(command.digest);
  const others = [...tokens].filter(([other]) => other !== name).map(([, token]) => token);
  const isBad =
    !/^[a-z0-9]/.test(name) ||
    /[^a-z0-9._-]/.test(name) ||
    name.length > 32 ||
    name === "root" ||
    command.digest.length !== 32 ||
    others.length >= 100 ||
    others.some((other) => other.digest === digest) ||
    (expiresAtMs > 0 && expiresAtMs <= state.timeMs);
  if (isBad) return state.rejectCommand(0, "admin_token_out_of_bounds");
  const actor = origin?.act?.actor;
  const chain = actor === undefined ? [] : [actor, ...(tokens.get(actor)?.issuers ?? [])];
  tokens.set(name, { digest, issuers: chain.slice(0, 16) });
  state.emit("admin_token_changed", { name });
}

function hold(
  state: NaiveState,
  { instrument: index, price }: CommandOf<"hold_index_price">,
): void {
  const instrument = state.instruments[index];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  if (price === 0 && instrument.heldPrice === 0) {
    return state.rejectCommand(0, "index_price_not_held");
  }
  if (price > instrument.priceMax) return state.rejectCommand(0, "index_price_out_of_range");
  instrument.heldPrice = price;
  state.emit("index_price_held", { instrument: index, price });
  if (price !== 0) moveIndex(state, instrument, price);
}

const KINDS = { ...OPERATING_COMMANDS, ...CORRECTION_COMMANDS, ...TERMS_COMMANDS };
type OperatingKind = keyof typeof KINDS;
type OperatingCommand = { [K in OperatingKind]: CommandOf<K> }[OperatingKind];

export function isOfOperating(command: Command): command is OperatingCommand {
  return command.kind in KINDS;
}

export function dispatchOperating(
  state: NaiveState,
  command: OperatingCommand,
  tools: AdjustingTools,
): void {
  if (isOfFees(command)) return dispatchFees(state, command);
  switch (command.kind) {
    case "set_setting":
      return keep(state, command);
    case "set_admin_token":
      return issue(state, command);
    case "remove_admin_token":
      if (!state.operating.tokens.delete(command.name)) {
        return state.rejectCommand(0, "admin_token_not_found");
      }
      return state.emit("admin_token_changed", { name: command.name });
    case "hold_index_price":
      return hold(state, command);
    case "adjust_balance":
      return adjustBalance(state, command, tools);
    case "decide_adjustment":
      return decideAdjustment(state, command, { ...tools, correct: makeCorrection });
    case "set_adjustment_rules":
      return setAdjustmentRules(state, command);
    case "bust_trade":
      return bustTrade(state, command, tools);
    case "set_order_limits":
      return setOrderLimits(state, command);
    case "refund_liquidation":
      return refundLiquidation(state, command, tools);
    default:
      return unreachable(command);
  }
}
