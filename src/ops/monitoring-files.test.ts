/** Alert rules and dashboard in `ops/` name metrics, labels and sections that exist. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { documentedMetrics } from "../../test/support/documented-metrics.ts";

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
};

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const { groups } = parse(read("ops/prometheus/alerts.yml")) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read("ops/grafana/bourse.json")) as {
  readonly panels: readonly Panel[];
};

/** Labels by the name of a series; those that a scraper adds are left out. */
const labelsOf = new Map<string, readonly string[]>();
for (const { labels, name, type } of documentedMetrics()) {
  if (type !== "histogram") labelsOf.set(name, labels);
  else for (const part of ["_bucket", "_sum", "_count"]) labelsOf.set(name + part, labels);
}
const ADDED_LABELS = ["job", "instance", "le"];

/** Returns what an expression names and docs/metrics.md does not have. */
function unknownIn(expr: string): string[] {
  const unknown: string[] = [];
  const series = [...expr.matchAll(/\b((?:bourse|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  if (series.length === 0) unknown.push(`no metric in ${expr}`);
  for (const [, name = "", matchers = ""] of series) {
    const labels = labelsOf.get(name);
    if (labels === undefined) unknown.push(name);
    for (const [, label = ""] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"/g)) {
      if (ADDED_LABELS.includes(label) || labels?.includes(label) === true) continue;
      unknown.push(`${name}{${label}}`);
    }
  }
  return unknown;
}

/** Anchors of the sections under "Alarms". */
function alarmAnchors(): string[] {
  const [, rest = ""] = read("docs/operations.md").split("\n## Alarms\n");
  const [section = ""] = rest.split("\n## ");
  return Array.from(section.matchAll(/^### (.+)$/gm), ([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
}

describe("the alert rules", () => {
  it("have names of their own, a severity, a duration and both texts", () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, annotations, for: forText, labels } of rules) {
      expect(alert).toMatch(/^Bourse[A-Z]\w+$/);
      expect(forText).toMatch(/^\d+[mh]$/);
      expect(["warning", "critical"]).toContain(labels["severity"]);
      expect(annotations["summary"]).toMatch(/^\S.{10,}$/);
      expect(annotations["description"]).toMatch(/^\S.{10,}\.$/);
    }
  });

  it("name metrics and labels that exist", () => {
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it("have a section of docs/operations.md each, and each section has a rule", () => {
    const runbooks = rules.map(({ annotations }) => annotations["runbook"]);
    const sections = alarmAnchors().map((anchor) => `docs/operations.md#${anchor}`);
    expect(runbooks.toSorted()).toEqual(sections.toSorted());
  });
});

describe("the dashboard", () => {
  const shown = panels.filter(({ type }) => type !== "row");

  it("has its rows, and panels with ids of their own", () => {
    const rows = panels.filter(({ type }) => type === "row").map(({ title }) => title);
    expect(rows).toEqual(["Money", "Market", "Saturation", "Health"]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets = [] } of shown) expect(targets.length).toBeGreaterThan(0);
  });

  it("names metrics and labels that exist", () => {
    const expressions = shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(30);
    expect(expressions.flatMap(unknownIn)).toEqual([]);
  });

  it("an expression with a wrong name or label is found", () => {
    expect(unknownIn('rate(bourse_nothing_total{kind="x"}[5m])')).toEqual([
      "bourse_nothing_total",
      "bourse_nothing_total{kind}",
    ]);
    expect(unknownIn('bourse_open_orders{job="bourse", coin="BTC"}')).toEqual([
      "bourse_open_orders{coin}",
    ]);
  });
});
