import { describe, expect, it } from "vitest";
import { HttpMetrics } from "./http-metrics.ts";
import { RequestCounts } from "./request-counts.ts";

describe("metrics of the routes", () => {
  it("show answers by status and the distribution of their times", () => {
    const counts = new RequestCounts();
    const route = counts.of("GET /x");
    route.add(200, 0);
    route.add(200, 3);
    route.add(400, 5000);
    const text = new HttpMetrics(counts).text();
    expect(text).toContain('bourse_http_answers_total{endpoint="GET /x",status="200"} 2');
    expect(text).toContain('bourse_http_answers_total{endpoint="GET /x",status="400"} 1');
    expect(text).toContain('bourse_http_answer_seconds_bucket{endpoint="GET /x",le="0.001"} 1');
    expect(text).toContain('bourse_http_answer_seconds_bucket{endpoint="GET /x",le="0.005"} 2');
    expect(text).toContain('bourse_http_answer_seconds_bucket{endpoint="GET /x",le="+Inf"} 3');
    expect(text).toContain('bourse_http_answer_seconds_sum{endpoint="GET /x"} 5.003');
    expect(text).toContain('bourse_http_answer_seconds_count{endpoint="GET /x"} 3');
  });

  it("omit endpoints without responses", () => {
    const counts = new RequestCounts();
    for (let endpoint = 0; endpoint < 500; endpoint += 1) counts.of(`GET /${endpoint}`);
    counts.of("GET /7").add(200, 1);
    const text = new HttpMetrics(counts).text();
    expect(new Set(text.match(/endpoint="[^"]+"/g))).toEqual(new Set(['endpoint="GET /7"']));
  });

  it("keep the lines of each metric together, under one head", () => {
    const counts = new RequestCounts();
    counts.of("GET /a").add(200, 1);
    counts.of("GET /b").add(429, 1);
    const names = new HttpMetrics(counts)
      .text()
      .split("\n")
      .map((line) => /^(?:# TYPE )?(bourse_http_\w+)/.exec(line)?.[1])
      .filter((name) => name !== undefined);
    const runs = names.filter((name, index) => name !== names[index - 1]);
    expect(runs).toEqual([...new Set(names)]);
  });

  it("rewrite only changed lines", () => {
    const counts = new RequestCounts();
    const metrics = new HttpMetrics(counts);
    const [first, second] = [counts.of("GET /a"), counts.of("GET /b")];
    first.add(200, 1);
    second.add(200, 1);
    metrics.text();
    metrics.text();
    expect(metrics.written).toBe(2);
    second.add(200, 1);
    expect(metrics.text()).toContain('bourse_http_answer_seconds_count{endpoint="GET /b"} 2');
    expect(metrics.written).toBe(3);
  });
});
