import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planted } from "../simulation/plant.ts";
import { PLANTED_HOLES } from "./planted-holes.ts";

const SOURCE = join(import.meta.dirname, "../../src");
const HOLES_MIN = 15;

describe("planted holes", () => {
  it(`are at least ${HOLES_MIN}, each of them once`, () => {
    const names = new Set(PLANTED_HOLES.map(({ name }) => name));
    expect(names.size).toBe(PLANTED_HOLES.length);
    expect(names.size).toBeGreaterThanOrEqual(HOLES_MIN);
  });

  it("have places in the source that are there once", () => {
    for (const { changes, name } of PLANTED_HOLES) {
      for (const change of changes) {
        const text = readFileSync(join(SOURCE, change.file), "utf8");
        expect(planted(text, change), name).not.toBe(text);
      }
    }
  });
});
