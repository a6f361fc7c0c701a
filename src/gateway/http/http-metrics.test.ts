import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { registerHttpMetrics } from "./http-metrics.ts";
import { RequestCounts } from "./request-counts.ts";

describe("metrics of the routes", () => {
  it("show answers by status and the distribution of their times", async () => {
    const metrics = new Registry();
    const counts = new RequestCounts();
    registerHttpMetrics(metrics, counts);
    const route = counts.of("GET /x");
    route.add(200, 0);
    route.add(200, 3);
    route.add(400, 5000);
    const text = await metrics.metrics();
    expect(text).toContain('bourse_http_answers_total{endpoint="GET /x",status="200"} 2');
    expect(text).toContain('bourse_http_answers_total{endpoint="GET /x",status="400"} 1');
    expect(text).toContain('bourse_http_answer_seconds_bucket{endpoint="GET /x",le="0.001"} 1');
    expect(text).toContain('bourse_http_answer_seconds_bucket{endpoint="GET /x",le="0.005"} 2');
    expect(text).toContain('bourse_http_answer_seconds_bucket{endpoint="GET /x",le="+Inf"} 3');
    expect(text).toContain('bourse_http_answer_seconds_sum{endpoint="GET /x"} 5.003');
    expect(text).toContain('bourse_http_answer_seconds_count{endpoint="GET /x"} 3');
  });
});
