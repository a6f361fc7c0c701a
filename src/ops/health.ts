import type { FastifyInstance } from "fastify";

/** Whether the exchange can serve; told by the composition root. */
export interface Readiness {
  /** Why it cannot serve now: "starting", "draining", "journal is full"; empty when it can. */
  reasonsAgainst(): readonly string[];
  /** What is wrong without keeping it from serving: "history_off: …". */
  warnings?(): readonly string[];
}

/**
 * `GET /health/live` answers 200 as long as the process turns its event loop; `GET /health/ready`
 * 200 when requests are served, else 503 with the reasons. Both name what else is wrong.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get("/health/live", (_request, reply) => reply.send({ status: "live" }));
  app.get("/health/ready", (_request, reply) => {
    const reasons = readiness.reasonsAgainst();
    const found = readiness.warnings?.() ?? [];
    const warnings = found.length === 0 ? {} : { warnings: found };
    if (reasons.length === 0) return reply.send({ status: "ready", ...warnings });
    const body = { status: "not ready", reasons, ...warnings };
    return reply.code(503).header("retry-after", "1").send(body);
  });
}
