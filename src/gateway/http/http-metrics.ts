import {
  ANSWER_TIME_BOUNDS_MS,
  type EndpointCounts,
  type RequestCounts,
} from "./request-counts.ts";

/** Lines of one endpoint in each metric, and the number of responses they show. */
interface EndpointLines {
  readonly answered: number;
  readonly totals: string;
  readonly buckets: string;
  readonly sum: string;
  readonly count: string;
}

/**
 * Counts of the routes in the Prometheus text format. Endpoints without responses have no lines,
 * and the lines of an endpoint are rewritten only after new responses, so that the cost is
 * proportional to the changes. The registry of endpoints and the closed list of HTTP statuses bound
 * the labels.
 */
export class HttpMetrics {
  readonly #counts: RequestCounts;
  readonly #lines = new Map<EndpointCounts, EndpointLines>();
  #written = 0;

  constructor(counts: RequestCounts) {
    this.#counts = counts;
  }

  /** Number of times that the lines of an endpoint have been written. */
  get written(): number {
    return this.#written;
  }

  /** Returns the four metrics, without a final line break. */
  text(): string {
    const shown: EndpointLines[] = [];
    for (const counts of this.#counts.all()) {
      if (counts.answered > 0) shown.push(this.#linesOf(counts));
    }
    const join = (pick: (lines: EndpointLines) => string): string => shown.map(pick).join("");
    return (
      head("answers_total", "Answers by endpoint and HTTP status") +
      join(({ totals }) => totals) +
      head("answer_seconds_bucket", "Answers by endpoint that took at most so many seconds") +
      join(({ buckets }) => buckets) +
      head("answer_seconds_sum", "Seconds from acceptance to answer, summed by endpoint") +
      join(({ sum }) => sum) +
      head("answer_seconds_count", "Answers by endpoint") +
      join(({ count }) => count)
    ).trimEnd();
  }

  #linesOf(counts: EndpointCounts): EndpointLines {
    const known = this.#lines.get(counts);
    if (known?.answered === counts.answered) return known;
    this.#written += 1;
    const lines = linesOf(counts);
    this.#lines.set(counts, lines);
    return lines;
  }
}

function head(name: string, help: string): string {
  return `# HELP bourse_http_${name} ${help}\n# TYPE bourse_http_${name} counter\n`;
}

function linesOf({
  endpoint,
  answered,
  byStatus,
  byBound,
  totalMs,
}: EndpointCounts): EndpointLines {
  const label = `endpoint="${endpoint}"`;
  let totals = "";
  for (const [status, count] of byStatus) {
    totals += `bourse_http_answers_total{${label},status="${status}"} ${count}\n`;
  }
  let buckets = "";
  let below = 0;
  for (const [bound, ms] of ANSWER_TIME_BOUNDS_MS.entries()) {
    below += byBound[bound] ?? 0;
    buckets += `bourse_http_answer_seconds_bucket{${label},le="${ms / 1000}"} ${below}\n`;
  }
  buckets += `bourse_http_answer_seconds_bucket{${label},le="+Inf"} ${answered}\n`;
  const sum = `bourse_http_answer_seconds_sum{${label}} ${totalMs / 1000}\n`;
  const count = `bourse_http_answer_seconds_count{${label}} ${answered}\n`;
  return { answered, totals, buckets, sum, count };
}
