import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { registerHealth } from "./health.ts";
import { createMetricsRegistry, registerMetrics } from "./metrics.ts";

describe("health", () => {
  it("is live at once, and ready when nothing speaks against it", async () => {
    const reasons = ["starting"];
    const app = Fastify();
    registerHealth(app, { reasonsAgainst: () => reasons });
    expect((await app.inject("/health/live")).statusCode).toBe(200);
    const starting = await app.inject("/health/ready");
    expect([starting.statusCode, starting.json().reasons]).toEqual([503, ["starting"]]);
    reasons.pop();
    expect((await app.inject("/health/ready")).json()).toEqual({ status: "ready" });
    await app.close();
  });
});

describe("metrics", () => {
  it("are served in the text format with the figures of the process", async () => {
    const app = Fastify();
    const metrics = createMetricsRegistry();
    registerMetrics(app, metrics);
    const answer = await app.inject("/metrics");
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.body).toMatch(/^process_cpu_user_seconds_total \d/m);
    await app.close();
    metrics.clear();
  });
});
