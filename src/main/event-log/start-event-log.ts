/** Lines of the log about events, refusals and connections. */
import { RefusedSignatures } from "../../gateway/auth/refused-signatures.ts";
import { BLOCK_MS, type OnBlocked } from "../../gateway/rate-limit/overall-limits.ts";
import type { SocketIncident } from "../../gateway/websocket/socket-incident.ts";
import type { Engine } from "../engine.ts";
import type { Log } from "../log.ts";
import { EventLog } from "./event-log.ts";
import { LineLimit } from "./line-limit.ts";

export type EventLines = {
  readonly refused: RefusedSignatures;
  readonly onBlocked: OnBlocked;
  readonly onIncident: (incident: SocketIncident) => void;
  /** Reports what is left out and not reported yet; called when the exchange has stopped. */
  end(): void;
};

const nowMs = (): number => performance.now();

function logIncident(lines: LineLimit, incident: SocketIncident): void {
  const { address } = incident;
  if (incident.kind === "refused") {
    lines.warn({ event: "websocket_refused", reason: incident.reason, address });
    return;
  }
  const { bufferedBytes, uid } = incident;
  const sender = uid === undefined ? { address } : { uid, address };
  lines.warn({ event: "websocket_slow_reader", ...sender, bufferedBytes });
}

/** Writes lines about all further batches; returns the receivers of other reports. */
export function startEventLog(engine: Engine, log: Log): EventLines {
  const lines = new LineLimit({ output: log, nowMs });
  const eventLog = new EventLog(engine.state, lines);
  engine.sequencer.onBatch((events) => eventLog.onBatch(events.words()));
  return {
    refused: new RefusedSignatures({
      nowMs,
      onReport: (report) => lines.warn({ event: "signature_refused", ...report }),
    }),
    onBlocked({ name, per }, subject) {
      const blocked = per === "uid" ? { uid: subject } : { address: subject };
      const forSeconds = BLOCK_MS / 1_000;
      lines.warn({ event: "rate_limit_blocked", limit: name, ...blocked, forSeconds });
    },
    onIncident: (incident) => logIncident(lines, incident),
    end: () => lines.flush(true),
  };
}
