/** Metrics of the WebSocket connections. */
import type { Registry } from "prom-client";
import type { WebSocketGateway } from "../../gateway/websocket/websocket-gateway.ts";
import { counterSeries, plainGauge } from "./series.ts";

/** Registers the metrics; a page adds up numbers of all connections. */
export function socketMetrics(registry: Registry, gateway: WebSocketGateway): void {
  plainGauge(
    registry,
    "websocket_connections",
    "Open WebSocket connections",
    () => gateway.connectionCount,
  );
  plainGauge(
    registry,
    "websocket_buffered_bytes",
    "Bytes that wait to be sent to WebSocket clients",
    () => gateway.bufferedBytes,
  );
  plainGauge(
    registry,
    "websocket_subscriptions",
    "Subscriptions of all WebSocket connections",
    () => gateway.subscriptionCount,
  );
  const sent = {
    name: "websocket_messages_sent_total",
    help: "Messages written to WebSocket clients",
    labelNames: [],
  };
  counterSeries(registry, sent, (set) => set({}, gateway.messagesSent));
  const slow = {
    name: "websocket_slow_closes_total",
    help: "WebSocket connections closed because their clients read too slowly",
    labelNames: [],
  };
  counterSeries(registry, slow, (set) => set({}, gateway.incidents.slowReaders));
  const refused = {
    name: "websocket_refused_total",
    help: "WebSocket connections refused, by reason",
    labelNames: ["reason"] as const,
  };
  counterSeries(registry, refused, (set) => {
    for (const [reason, count] of gateway.incidents.refused()) set({ reason }, count);
  });
}
