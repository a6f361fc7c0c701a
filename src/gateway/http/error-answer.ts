import { HistoryFault, isPassing } from "../../projections/history/history-fault.ts";
import { REFUSALS, SubmissionFault, type SubmissionFaultCode } from "../../sequencer/port.ts";
import { overloaded, WireError } from "./wire-error.ts";

/** Whether the request had no effect and may be sent again. */
function isRefusal(code: SubmissionFaultCode): boolean {
  return (REFUSALS as readonly string[]).includes(code);
}

/** Returns the error that a client gets for a thrown value; undefined for an internal fault. */
export function errorAnswerOf(thrown: unknown): WireError | undefined {
  if (thrown instanceof WireError) return thrown;
  if (thrown instanceof SubmissionFault && isRefusal(thrown.code)) return overloaded();
  if (thrown instanceof HistoryFault && isPassing(thrown)) return overloaded();
  return undefined;
}
