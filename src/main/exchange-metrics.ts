/** The exchange's own figures on the metrics page. */
import { Gauge, type Registry } from "prom-client";
import { ANSWER_TIME_BOUNDS_MS, type RequestCounts } from "../gateway/http/request-counts.ts";
import type { WebSocketGateway } from "../gateway/websocket/websocket-gateway.ts";
import type { Engine } from "./engine.ts";

type Observed = {
  readonly engine: Engine;
  readonly counts: RequestCounts;
  readonly websocket: WebSocketGateway;
};

/** Registers the figures; each is read when the page is asked for. */
export function exchangeMetrics(registry: Registry, observed: Observed): void {
  const { counts, engine, websocket } = observed;
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name: `bourse_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge("applied_seq", "Commands applied since the exchange was founded", () => engine.state.seq);
  gauge("open_orders", "Orders that rest in the books", () => engine.state.orders.count);
  gauge("users", "Users, the exchange itself among them", () => engine.state.users.length);
  gauge(
    "history_backlog_words",
    "Words of events not yet in the history",
    () => engine.history.backlogWords,
  );
  gauge("websocket_connections", "Open WebSocket connections", () => websocket.connectionCount);
  gauge(
    "websocket_buffered_bytes",
    "Bytes that wait to be sent to WebSocket clients",
    () => websocket.bufferedBytes,
  );
  answerGauges(registry, counts);
}

function answerGauges(registry: Registry, counts: RequestCounts): void {
  new Gauge({
    name: "bourse_answers_total",
    help: "Answers by endpoint and HTTP status since the start",
    labelNames: ["endpoint", "status"],
    registers: [registry],
    collect() {
      for (const { endpoint, byStatus } of counts.all()) {
        for (const [status, count] of byStatus) this.set({ endpoint, status }, count);
      }
    },
  });
  new Gauge({
    name: "bourse_answer_time_bucket",
    help: "Answers by endpoint that took at most `le` milliseconds",
    labelNames: ["endpoint", "le"],
    registers: [registry],
    collect() {
      for (const { endpoint, byBound } of counts.all()) {
        let sum = 0;
        byBound.forEach((count, at) => {
          sum += count;
          this.set({ endpoint, le: String(ANSWER_TIME_BOUNDS_MS[at] ?? "+Inf") }, sum);
        });
      }
    },
  });
}
