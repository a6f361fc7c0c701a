/** Entry of the thread that audits the newest snapshot once and ends. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { type AuditReport, audit } from "../../core/audit.ts";
import { assert } from "../../core/base/assert.ts";
import { SnapshotStore } from "../../journal/snapshot-store.ts";
import { CoreMachine } from "../core-machine.ts";

export type SnapshotAuditRequest = {
  readonly snapshotDirectory: string;
  /** Only a snapshot after this seq is audited. */
  readonly afterSeq: number;
};

/** Report and duration of the audit; undefined without a later snapshot. */
export type SnapshotAudit = { readonly report: AuditReport; readonly tookMs: number } | undefined;

async function auditNewest(request: SnapshotAuditRequest): Promise<SnapshotAudit> {
  const startedMs = performance.now();
  const snapshots = new SnapshotStore({ directory: request.snapshotDirectory });
  const [seq] = await snapshots.list();
  if (seq === undefined || seq <= request.afterSeq) return undefined;
  const machine = new CoreMachine();
  const { state } = await snapshots.read(seq);
  machine.loadState(state);
  const report = audit(machine.state);
  return { report, tookMs: performance.now() - startedMs };
}

assert(parentPort !== null, "a snapshot is audited on a worker");
const port = parentPort;

/**
 * Lowest priority for this thread. On other systems than Linux this would affect the whole process.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

port.postMessage(await auditNewest(workerData as SnapshotAuditRequest));
