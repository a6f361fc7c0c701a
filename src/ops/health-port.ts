/** Health of the running exchange as the operator reads it. */
import { type Static, Type } from "typebox";
import { amount, Flag, IsoTime, rowsOf, Text, text } from "./admin-fields.ts";

const Count = Type.Integer();

export const HealthReport = Type.Object({
  build: Type.Object({
    ...{ version: Text, node: Text },
    commandFormat: Type.Integer({ description: "version of the format of the journal" }),
    stateFormat: Type.Integer({ description: "version of the format of snapshots" }),
    uptimeSeconds: Count,
    memoryBytes: Type.Integer({ description: "resident memory of the process" }),
  }),
  isReady: Flag,
  reasons: Type.Array(Text, { description: "why it is not ready" }),
  conditions: rowsOf({
    ...{ name: Text, detail: Text },
    advice: text("what to do"),
    forSeconds: Type.Integer({ description: "how long it has lasted" }),
  }),
  journal: Type.Object({
    appliedSeq: Type.Integer({ description: "commands applied since the founding" }),
    queuedCommands: Type.Integer({ description: "accepted and not yet applied" }),
    queuedCommandsMax: Type.Integer({
      description: "length of the queue from which all but urgent commands are refused",
    }),
    exchangeTime: IsoTime,
    clockDifferenceMs: Type.Number({ description: "wall clock minus exchange time" }),
  }),
  snapshot: Type.Optional(
    Type.Object(
      {
        seq: Type.Integer({ description: "0 before the first one" }),
        lagCommands: Type.Integer({ description: "commands that a start would replay" }),
        everyCommands: Type.Integer({ description: "commands between two snapshots" }),
      },
      { description: "newest snapshot; absent when nothing is kept on disk" },
    ),
  ),
  history: Type.Object({
    appliedSeq: Type.Integer({ description: "commands whose rows are in the history" }),
    lagCommands: Count,
    lagMs: Type.Integer({ description: "exchange time between the last commands of both" }),
  }),
  audit: Type.Object({
    verdict: Type.Enum(["holds", "broken", "none"], {
      description: "of the last audit since the start; `none` before the first one",
    }),
    seq: Type.Integer({ description: "command up to which the audited state goes" }),
    ageSeconds: Type.Integer({ description: "since that audit, or since the start" }),
  }),
  connections: Type.Object({
    webSockets: Count,
    subscriptions: Count,
    bufferedBytes: Type.Integer({ description: "wait to be sent" }),
    messagesSent: amount("since the start"),
    slowCloses: Type.Integer({ description: "closed because the client read too slowly" }),
  }),
  users: Count,
  openOrders: Count,
});
export type HealthReport = Static<typeof HealthReport>;

/** Reads of the health of the exchange, called by the administrative routes. */
export interface HealthReads {
  health(): HealthReport;
}
