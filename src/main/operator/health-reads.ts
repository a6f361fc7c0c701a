/** Health of the exchange as the operator reads it. */
import { COMMAND_FORMAT } from "../../core/commands/command-codec.ts";
import { STATE_FORMAT } from "../../core/state-encoding.ts";
import type { WebSocketGateway } from "../../gateway/websocket/websocket-gateway.ts";
import { CONDITIONS, type Conditions } from "../../ops/conditions.ts";
import type { Readiness } from "../../ops/health.ts";
import type { HealthReads, HealthReport } from "../../ops/health-port.ts";
import { QUEUE_COMMANDS_MAX, QUEUE_COMMANDS_URGENT } from "../../sequencer/sequencer.ts";
import { SNAPSHOT_EVERY_COMMANDS } from "../../sequencer/snapshot-schedule.ts";
import type { Audits } from "../audit/audits.ts";
import { BUILD_LABELS } from "../build-labels.ts";
import type { Engine } from "../engine.ts";
import { timeText } from "./times.ts";

type Parts = {
  readonly engine: Engine;
  readonly audits: Pick<Audits, "last">;
  readonly conditions: Conditions;
  readonly readiness: Readiness;
  readonly sockets: WebSocketGateway;
};

function conditionRows(conditions: Conditions): HealthReport["conditions"] {
  const nowMs = performance.now();
  return conditions.active.map(({ detail, name, sinceMs }) => ({
    ...{ name, detail, advice: CONDITIONS[name].advice },
    forSeconds: Math.floor((nowMs - sinceMs) / 1_000),
  }));
}

function lags({
  history,
  newestSnapshotSeq,
  sequencer,
  state,
  time,
}: Engine): Pick<HealthReport, "journal" | "snapshot" | "history"> {
  const { seq } = state;
  const snapshotSeq = newestSnapshotSeq();
  return {
    journal: {
      appliedSeq: seq,
      queuedCommands: sequencer.queuedCommands,
      queuedCommandsMax: QUEUE_COMMANDS_MAX - QUEUE_COMMANDS_URGENT,
      exchangeTime: timeText(state.timeMs),
      clockDifferenceMs: time.view().differenceMs,
    },
    ...(snapshotSeq === undefined
      ? {}
      : {
          snapshot: {
            seq: snapshotSeq,
            lagCommands: seq - snapshotSeq,
            everyCommands: SNAPSHOT_EVERY_COMMANDS,
          },
        }),
    history: {
      appliedSeq: history.appliedSeq,
      lagCommands: Math.max(0, seq - history.appliedSeq),
      lagMs: Math.max(0, Math.round(state.timeMs - history.appliedMs)),
    },
  };
}

/** Returns the reads of the health of the exchange. */
export function healthReads(parts: Parts): HealthReads {
  const { audits, conditions, engine, readiness, sockets } = parts;
  return {
    health() {
      const reasons = [...readiness.reasonsAgainst()];
      return {
        build: {
          ...{ version: BUILD_LABELS.version, node: BUILD_LABELS.node },
          ...{ commandFormat: COMMAND_FORMAT, stateFormat: STATE_FORMAT },
          uptimeSeconds: Math.floor(process.uptime()),
          memoryBytes: process.memoryUsage.rss(),
        },
        isReady: reasons.length === 0,
        reasons,
        conditions: conditionRows(conditions),
        ...lags(engine),
        audit: audits.last(),
        connections: {
          webSockets: sockets.connectionCount,
          subscriptions: sockets.subscriptionCount,
          bufferedBytes: sockets.bufferedBytes,
          messagesSent: String(sockets.messagesSent),
          slowCloses: sockets.incidents.slowReaders,
        },
        users: engine.state.users.length,
        openOrders: engine.state.orders.count,
      };
    },
  };
}
