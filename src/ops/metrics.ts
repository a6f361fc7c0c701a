import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";

/** A registry with the figures of the process: memory, CPU time, event-loop delay, collections. */
export function createMetricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** `GET /metrics`: every metric of the registry in the Prometheus text format. */
export function registerMetrics(app: FastifyInstance, registry: Registry): void {
  app.get("/metrics", async (_request, reply) => {
    const text = await registry.metrics();
    return reply.header("content-type", registry.contentType).send(text);
  });
}
