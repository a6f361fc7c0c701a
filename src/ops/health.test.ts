import Fastify from "fastify";
import { Gauge, Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { registerHealth } from "./health.ts";
import { createMetricsRegistry, MetricsPage, registerMetrics } from "./metrics.ts";

describe("health", () => {
  it("is live immediately, and ready when there is no reason against it", async () => {
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
  it("are served in the text format with the metrics of the process", async () => {
    const app = Fastify();
    const metrics = createMetricsRegistry();
    const further = () => "# TYPE a counter\na 1";
    registerMetrics(app, new MetricsPage({ metrics, further, nowMs: () => 0 }));
    const answer = await app.inject("/metrics");
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.body).toMatch(/^process_cpu_user_seconds_total \d/m);
    expect(answer.body).toMatch(/^a 1$/m);
    expect(answer.body.endsWith("\n")).toBe(true);
    await app.close();
    metrics.clear();
  });

  it("are rendered at most once a second, however many requests arrive", async () => {
    const clock = { nowMs: 5_000 };
    const metrics = new Registry();
    const figure = new Gauge({ name: "figure", help: "A figure", registers: [metrics] });
    const page = new MetricsPage({ metrics, nowMs: () => clock.nowMs });
    const ask = () => Promise.all(Array.from({ length: 400 }, () => page.read()));
    figure.set(1);
    const first = await ask();
    expect(new Set(first).size).toBe(1);
    expect(String(first[0])).toContain("figure 1");
    figure.set(2);
    clock.nowMs += 999;
    expect((await ask())[399]).toBe(first[0]);
    expect(page.renders).toBe(1);
    clock.nowMs += 1;
    expect(String((await ask())[399])).toContain("figure 2");
    expect(page.renders).toBe(2);
  });
});
