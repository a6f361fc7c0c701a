import { Counter, type Registry } from "prom-client";
import { ANSWER_TIME_BOUNDS_MS, type RequestCounts } from "./request-counts.ts";

/**
 * Shows the counts of the routes as metrics; they are put into shape only when asked for. The
 * answer times are the three series of a histogram, made of counters because the library's
 * histogram takes single observations, which would cost more than the rest of a route's counting.
 */
export function registerHttpMetrics(registry: Registry, counts: RequestCounts): void {
  const registers = [registry];
  new Counter({
    name: "bourse_http_answers_total",
    help: "Answers by endpoint and HTTP status",
    labelNames: ["endpoint", "status"],
    registers,
    collect() {
      this.reset();
      for (const { endpoint, byStatus } of counts.all()) {
        for (const [status, count] of byStatus) this.inc({ endpoint, status }, count);
      }
    },
  });
  new Counter({
    name: "bourse_http_answer_seconds_bucket",
    help: "Answers by endpoint that took at most so many seconds from acceptance",
    labelNames: ["endpoint", "le"],
    registers,
    collect() {
      this.reset();
      for (const { endpoint, byBound, answered } of counts.all()) {
        let below = 0;
        for (const [bound, ms] of ANSWER_TIME_BOUNDS_MS.entries()) {
          below += byBound[bound] ?? 0;
          this.inc({ endpoint, le: ms / 1000 }, below);
        }
        this.inc({ endpoint, le: "+Inf" }, answered);
      }
    },
  });
  new Counter({
    name: "bourse_http_answer_seconds_sum",
    help: "Seconds from acceptance to answer, summed by endpoint",
    labelNames: ["endpoint"],
    registers,
    collect() {
      this.reset();
      for (const { endpoint, totalMs } of counts.all()) this.inc({ endpoint }, totalMs / 1000);
    },
  });
  new Counter({
    name: "bourse_http_answer_seconds_count",
    help: "Answers by endpoint",
    labelNames: ["endpoint"],
    registers,
    collect() {
      this.reset();
      for (const { endpoint, answered } of counts.all()) this.inc({ endpoint }, answered);
    },
  });
}
