/** The exchange's own figures on the metrics page. */
import { Gauge, type Registry } from "prom-client";
import type { WebSocketGateway } from "../gateway/websocket/websocket-gateway.ts";
import type { Engine } from "./engine.ts";

type Observed = {
  readonly engine: Engine;
  readonly websocket: WebSocketGateway;
};

/** Registers the figures; each is read when the page is asked for. */
export function exchangeMetrics(registry: Registry, observed: Observed): void {
  const { engine, websocket } = observed;
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
}
