import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { expect, it, onTestFinished } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { figureOf, parseMetrics } from "../../../test/support/metrics-page.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { DISK_INTERVAL_MS, diskMetrics } from "./disk-usage.ts";

function opened() {
  const dataDir = temporaryDirectory("disk-usage");
  for (const part of ["journal", "snapshots"]) mkdirSync(join(dataDir, part));
  writeFileSync(join(dataDir, "journal/a.segment.zst"), "12345");
  writeFileSync(join(dataDir, "journal/b.segment"), "123");
  writeFileSync(join(dataDir, "history.sqlite"), "12");
  const metrics = new Registry();
  let nowMs = 0;
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  diskMetrics(metrics, { dataDir, nowMs: () => nowMs });
  const figure = async (name: string, labels = {}): Promise<number | undefined> =>
    figureOf(parseMetrics(await metrics.metrics()), `bourse_${name}`, labels);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { dataDir, figure, pass };
}

const JOURNAL = { part: "journal" };

it("the parts of a data directory have their sizes, looked at now and then", async () => {
  const { dataDir, figure, pass } = opened();
  await eventually("the first look", async () => (await figure("data_bytes", JOURNAL)) === 8);
  expect(await figure("data_bytes", { part: "snapshots" })).toBe(0);
  expect(await figure("data_bytes", { part: "history" })).toBe(2);
  const free = (await figure("data_disk_free_bytes")) ?? 0;
  expect(free).toBeGreaterThan(0);
  expect(await figure("data_disk_size_bytes")).toBeGreaterThan(free);
  writeFileSync(join(dataDir, "journal/b.segment"), "123456");
  pass(DISK_INTERVAL_MS - 1);
  await figure("data_bytes", JOURNAL);
  expect(await figure("data_bytes", JOURNAL)).toBe(8);
  pass(1);
  await eventually("another look", async () => (await figure("data_bytes", JOURNAL)) === 11);
});

it("a data directory that is gone has no figures", async () => {
  const { dataDir, figure, pass } = opened();
  await eventually("the first look", async () => (await figure("data_bytes", JOURNAL)) === 8);
  rmSync(dataDir, { recursive: true });
  pass(DISK_INTERVAL_MS);
  await eventually("no figures", async () => (await figure("data_bytes", JOURNAL)) === undefined);
  expect(await figure("data_disk_free_bytes")).toBeUndefined();
});
