/** Reports the state of the journal's disk to the operator as conditions and incidents. */
import { unreachable } from "../core/base/assert.ts";
import type { Conditions } from "../ops/conditions.ts";
import type { DiskReport } from "../sequencer/port.ts";

/** Returns a listener for the sequencer's disk reports; `path` is the folder of the journal. */
export function diskConditions(conditions: Conditions, path: string): (report: DiskReport) => void {
  return (report) => {
    switch (report.kind) {
      case "full":
        conditions.begin("disk_full", `${path}: ${report.message}`);
        break;
      case "stalled":
        conditions.begin("write_stalled", `${path}: no write has ended for ${report.forMs} ms`);
        break;
      case "recovered":
        conditions.end("disk_full");
        conditions.end("write_stalled");
        break;
      case "missed": {
        const { count, outcome } = report;
        const detail = `${path}: ${count} commands were not durable in time (${outcome})`;
        conditions.report("deadline_missed", detail, count);
        break;
      }
      default:
        unreachable(report);
    }
  };
}
