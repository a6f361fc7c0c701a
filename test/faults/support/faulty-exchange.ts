/** The exchange as a process whose disk and clock do what a test wants. */
import type {
  ExchangeProcess,
  ProcessOptions,
} from "../../conformance/support/exchange-process.ts";
import { ExchangeProcess as Process } from "../../conformance/support/exchange-process.ts";
import { CLOCK_OFFSET_VARIABLE } from "./clock-offset.ts";
import type { InjectionMessage, InjectionRule } from "./injection.ts";

/** Of `startFaulty`: how far the wall clock of the process is off from the start, in ms. */
export type FaultyOptions = ProcessOptions & { readonly clockOffsetMs?: number };

/** Module that `setFaults` and `setClock` talk to; loaded before the exchange. */
export const INJECTION = new URL("./injection.ts", import.meta.url).href;

/** Starts an exchange that takes faults; see `setFaults` and `setClock`. */
export function startFaulty(
  dataDir: string,
  options: FaultyOptions = {},
): Promise<ExchangeProcess> {
  const { clockOffsetMs = 0, ...terms } = options;
  const environment = { ...terms.environment, [CLOCK_OFFSET_VARIABLE]: String(clockOffsetMs) };
  return Process.start(dataDir, { ...terms, environment, preload: INJECTION });
}

function send(exchange: ExchangeProcess, message: InjectionMessage): Promise<void> {
  return exchange.inject(message);
}

/** From now on these rules hold, and no others; what hung completes. */
export function setFaults(
  exchange: ExchangeProcess,
  rules: readonly InjectionRule[],
): Promise<void> {
  return send(exchange, { kind: "rules", rules });
}

/** Both clocks of the process run on by `ms`, as if it had been stopped for so long. */
export function passTime(exchange: ExchangeProcess, ms: number): Promise<void> {
  return send(exchange, { kind: "pass", ms });
}

/** The thread of the history dies. */
export function killThreads(exchange: ExchangeProcess): Promise<void> {
  return send(exchange, { kind: "thread_death" });
}

/** The wall clock of the process is off by `offsetMs` from now on. */
export function setClock(exchange: ExchangeProcess, offsetMs: number): Promise<void> {
  return send(exchange, { kind: "clock", offsetMs });
}

/** From now on one call of the pool never returns; `path` is a pipe without a writer. */
export function blockPool(exchange: ExchangeProcess, path: string): Promise<void> {
  return send(exchange, { kind: "block", path });
}
