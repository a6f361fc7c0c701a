/** The generated market: its terms, memory and imported prices, by the written rule. */
import { unreachable } from "../../../src/core/base/assert.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import { MARKET_COMMANDS } from "../../../src/core/commands/market-commands.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaivePath = Omit<CommandOf<"import_path">, "kind" | "seq" | "timeMs">;

export class NaiveMarket {
  terms:
    | (Omit<CommandOf<"found_market">, "kind" | "seq" | "timeMs"> & {
        readonly instruments: number;
      })
    | undefined;
  memory: Uint8Array = new Uint8Array(0);
  readonly paths: NaivePath[] = [];
}

function found(state: NaiveState, command: CommandOf<"found_market">): void {
  const { endMs, preset, seed, version } = command;
  if (state.market.terms !== undefined) return state.rejectCommand(0, "market_founded");
  if (state.instruments.some((one) => one.indexPrice !== 0 || one.last !== 0)) {
    return state.rejectCommand(0, "market_open");
  }
  const isInPast = endMs !== 0 && endMs <= state.timeMs && Number.isInteger(endMs / 60_000);
  if (!isInPast || version < 1 || version > 255) {
    return state.rejectCommand(0, "market_terms_out_of_bounds");
  }
  state.market.terms = { seed, version, preset, endMs, instruments: state.instruments.length };
  state.emit("market_founded", { seed, version, preset, endMs });
  for (const { deliveryAtMs, fundingIntervalHours, index, isFutures } of state.instruments) {
    const isPerpetual = isFutures && deliveryAtMs === 0;
    const hours = isPerpetual ? fundingIntervalHours : 0;
    const terms = { fundingIntervalHours: hours, deliveryAtMs };
    state.emit("instrument_past_founded", { instrument: index, ...terms });
  }
}

function remember(state: NaiveState, { memory }: CommandOf<"remember_market">): void {
  if (memory.length > 16_384) return state.rejectCommand(0, "market_memory_out_of_bounds");
  state.market.memory = memory;
}

function importPath(state: NaiveState, command: CommandOf<"import_path">): void {
  const { bytes, code, spanMs } = command;
  const { paths, terms } = state.market;
  if (terms !== undefined) return state.rejectCommand(0, "market_founded");
  const total = [...paths, command].reduce((sum, part) => sum + part.bytes.length, 0);
  const isBad =
    code === "" ||
    code.length > 16 ||
    spanMs === 0 ||
    spanMs > 24 * 3_600_000 ||
    bytes.length === 0 ||
    bytes.length > 16_384 ||
    total > 4 * 1_024 * 1_024;
  if (isBad) return state.rejectCommand(0, "market_path_out_of_bounds");
  paths.push({ code, spanMs, bytes });
}

type MarketKind = keyof typeof MARKET_COMMANDS;
type MarketCommand = { [K in MarketKind]: CommandOf<K> }[MarketKind];

export function isOfMarket(command: Command): command is MarketCommand {
  return command.kind in MARKET_COMMANDS;
}

/** What the generated market is founded and continued with. */
export function dispatchMarket(state: NaiveState, command: MarketCommand): void {
  switch (command.kind) {
    case "found_market":
      return found(state, command);
    case "remember_market":
      return remember(state, command);
    case "import_path":
      return importPath(state, command);
    default:
      return unreachable(command);
  }
}
