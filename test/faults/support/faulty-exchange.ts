/** The exchange as a process whose disk and clock do what a test wants. */
import type {
  ExchangeProcess,
  ProcessOptions,
} from "../../conformance/support/exchange-process.ts";
import { ExchangeProcess as Process } from "../../conformance/support/exchange-process.ts";
import type { InjectionMessage, InjectionRule } from "./injection.ts";

const PRELOAD = new URL("./injection.ts", import.meta.url).href;

/** Starts an exchange that takes faults; see `withFaults` and `stepClock`. */
export function startFaulty(dataDir: string, options?: ProcessOptions): Promise<ExchangeProcess> {
  return Process.start(dataDir, { ...options, preload: PRELOAD });
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

/** The wall clock of the process is off by `offsetMs` from now on. */
export function setClock(exchange: ExchangeProcess, offsetMs: number): Promise<void> {
  return send(exchange, { kind: "clock", offsetMs });
}
