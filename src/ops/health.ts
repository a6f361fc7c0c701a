import type { FastifyInstance } from "fastify";

/** Readiness of the exchange; the composition root implements it. */
export interface Readiness {
  /**
   * Returns the reasons for which it cannot serve now: "starting", "draining", "journal is full";
   * empty when it can.
   */
  reasonsAgainst(): readonly string[];
  /** Returns problems that do not prevent it from serving: "history_off: …". */
  warnings?(): readonly string[];
}

/**
 * Registers the health routes. The route `GET /health/live` responds with 200 while the event loop
 * runs. The route `GET /health/ready` responds with 200 when requests are served, else with 503 and
 * the reasons; both responses include the warnings.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get("/health/live", (_request, reply) => reply.send({ status: "live" }));
  app.get("/health/ready", (_request, reply) => {
    const reasons = readiness.reasonsAgainst();
    const problems = readiness.warnings?.() ?? [];
    const warnings = problems.length === 0 ? {} : { warnings: problems };
    if (reasons.length === 0) return reply.send({ status: "ready", ...warnings });
    const body = { status: "not ready", reasons, ...warnings };
    return reply.code(503).header("retry-after", "1").send(body);
  });
}
