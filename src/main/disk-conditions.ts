/** Reports the state of the journal's disk to the operator as conditions and incidents. */
import { unreachable } from "../core/assert.ts";
import type { Conditions } from "../ops/conditions.ts";
import type { DiskNews } from "../sequencer/port.ts";

/** Returns a listener for the sequencer's disk reports; `path` is the folder of the journal. */
export function diskConditions(conditions: Conditions, path: string): (news: DiskNews) => void {
  return (news) => {
    switch (news.kind) {
      case "full":
        conditions.begin("disk_full", `${path}: ${news.message}`);
        break;
      case "stalled":
        conditions.begin("write_stalled", `${path}: no write has ended for ${news.forMs} ms`);
        break;
      case "well":
        conditions.end("disk_full");
        conditions.end("write_stalled");
        break;
      case "missed": {
        const detail = `${path}: ${news.count} commands were not durable in time (${news.fate})`;
        conditions.report("deadline_missed", detail, news.count);
        break;
      }
      default:
        unreachable(news);
    }
  };
}
