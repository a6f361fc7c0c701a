import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";

/** A registry with the figures of the process: memory, CPU time, event-loop delay, collections. */
export function createMetricsRegistry(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

/** `GET /metrics`: every metric of the registry in the Prometheus text format. */
export function registerMetrics(app: FastifyInstance, metrics: Registry): void {
  app.get("/metrics", async (_request, reply) => {
    const text = await metrics.metrics();
    return reply.header("content-type", metrics.contentType).send(text);
  });
}
