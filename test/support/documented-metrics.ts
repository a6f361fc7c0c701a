/** The table of metrics in docs/metrics.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type DocumentedMetric = {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
};

const DOCUMENT = join(import.meta.dirname, "../../docs/metrics.md");
const ROW = /^\| `(\w+)` \| (gauge|counter|histogram) \| ([^|]+) \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm;

/** Returns the rows of the table. */
export function documentedMetrics(): DocumentedMetric[] {
  const rows = readFileSync(DOCUMENT, "utf8").matchAll(ROW);
  return Array.from(rows, ([, name = "", type = "", labels = ""]) => {
    return {
      name,
      type,
      labels: Array.from(labels.matchAll(/`(\w+)`/g), ([, label = ""]) => label),
    };
  });
}
