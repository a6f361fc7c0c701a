import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Measured } from "./figures.ts";
import type { StoredRun } from "./page/market-page.ts";

/** Figures of the recorded markets, for machines without the recordings. */
const REFERENCE_PATH = join(import.meta.dirname, "reference.json");
/** Figures of the run that the page shows. */
const RUN_PATH = join(import.meta.dirname, "page-run.json");

/** Significant digits kept of each number. */
const DIGITS = 5;

/** Levels of objects that are written with a line for each entry. */
const LINED_LEVELS = 3;

function text(value: unknown, level: number): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || level === LINED_LEVELS) return JSON.stringify(value);
  const indent = " ".repeat(level + 1);
  const lines = Object.entries(value).map(
    ([key, entry]) => `${indent}${JSON.stringify(key)}: ${text(entry, level + 1)}`,
  );
  return `{\n${lines.join(",\n")}\n${indent.slice(1)}}`;
}

/** JSON with rounded numbers: short, readable, and the same on every platform. */
export function roundedJson(value: unknown): string {
  const rounded: unknown = JSON.parse(
    JSON.stringify(value, (_key, entry: unknown) =>
      typeof entry === "number" ? Number(entry.toPrecision(DIGITS)) : entry,
    ),
  );
  return `${text(rounded, 0)}\n`;
}

export function readReference(): Measured {
  return JSON.parse(readFileSync(REFERENCE_PATH, "utf8")) as Measured;
}

export function writeReference(measured: Measured): void {
  writeFileSync(REFERENCE_PATH, roundedJson(measured));
}

export function readRun(): StoredRun {
  return JSON.parse(readFileSync(RUN_PATH, "utf8")) as StoredRun;
}

export function writeRun(run: StoredRun): void {
  writeFileSync(RUN_PATH, roundedJson(run));
}
