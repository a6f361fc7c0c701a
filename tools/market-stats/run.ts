/**
 * `npm run market-stats -- --days 30 --seed 1`: statistics of the generated market beside those of
 * recorded ones. `--reference` measures the recordings in the folder `--recorded` and stores their
 * figures. `--page` stores the figures of this run and writes docs/market.md with its charts; with
 * `--stored` it takes the figures that the last such run stored.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PRESETS } from "../../src/market-model/outside-market.ts";
import { type GeneratedOptions, measureGenerated } from "./generated/measure-generated.ts";
import { CHARTS_PATH, marketPage, PAGE_PATH, type StoredRun } from "./page/market-page.ts";
import { measureRecorded, RECORDED_FOLDER } from "./recorded/measure-recorded.ts";
import { readReference, readRun, writeReference, writeRun } from "./stored-json.ts";
import { figureRows, textTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    days: { type: "string", default: "30" },
    hours: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    preset: { type: "string", default: "normal" },
    json: { type: "boolean", default: false },
    page: { type: "boolean", default: false },
    recorded: { type: "string", default: RECORDED_FOLDER },
    reference: { type: "boolean", default: false },
    stored: { type: "boolean", default: false },
  },
});

function positive(name: "days" | "hours" | "seed"): number {
  const value = Number(values[name]);
  if (value > 0) return value;
  throw new Error(`--${name} is a positive number, got ${values[name]}`);
}

function generatedOptions(): GeneratedOptions {
  const preset = PRESETS.find((one) => one === values.preset);
  if (preset === undefined) throw new Error(`--preset is one of ${PRESETS.join(", ")}`);
  return { seed: positive("seed"), preset, days: positive("days"), hours: positive("hours") };
}

function writePage(run: StoredRun): void {
  const root = resolve(import.meta.dirname, "../..");
  mkdirSync(join(root, CHARTS_PATH), { recursive: true });
  const page = readFileSync(join(root, PAGE_PATH), "utf8");
  for (const [path, text] of marketPage(page, run, readReference())) {
    writeFileSync(join(root, path), text);
  }
}

function measuredRun(): StoredRun {
  const options = generatedOptions();
  return { options, generated: measureGenerated(options) };
}

if (values.reference) writeReference(await measureRecorded(values.recorded));
const run = values.stored ? readRun() : measuredRun();
if (values.page) {
  if (!values.stored) writeRun(run);
  writePage(readRun());
}
const real = readReference();
console.log(
  values.json
    ? JSON.stringify({ ...run, real }, undefined, 1)
    : textTable(figureRows(real.figures, run.generated.figures)),
);
