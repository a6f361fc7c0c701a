import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "../../test/support/eventually.ts";
import { PathWatch } from "./path-watch.ts";

let top = "";
let watch: PathWatch | undefined;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "bourse-watch-"));
  mkdirSync(join(top, "journal"));
  writeFileSync(join(top, "journal", "one"), "");
});
afterEach(() => {
  watch?.stop();
  rmSync(top, { recursive: true });
});

function watched(): { readonly moved: string[]; paths: string[] } {
  const seen = {
    moved: [] as string[],
    paths: [join(top, "journal"), join(top, "journal", "one")],
  };
  watch = new PathWatch({
    paths: () => seen.paths,
    onMoved: (message) => seen.moved.push(message),
    intervalMs: 5,
  });
  return seen;
}

it("reports a removed directory once", async () => {
  const { moved } = watched();
  rmSync(join(top, "journal"), { recursive: true });
  await eventually("it is noticed", () => moved[0]);
  expect(moved).toEqual([expect.stringContaining(`${join(top, "journal")} is gone`)]);
});

it("reports a replaced file", async () => {
  const { moved } = watched();
  const path = join(top, "journal", "one");
  writeFileSync(join(top, "two"), "");
  renameSync(join(top, "two"), path);
  await eventually("it is noticed", () => moved[0]);
  expect(moved[0]).toContain(`${path} was replaced`);
});

it("accepts the removal of a file that is no longer in use", async () => {
  const seen = watched();
  writeFileSync(join(top, "journal", "two"), "");
  seen.paths = [join(top, "journal"), join(top, "journal", "two")];
  rmSync(join(top, "journal", "one"));
  rmSync(join(top, "journal", "two"));
  await eventually("it is noticed", () => seen.moved[0]);
  expect(seen.moved[0]).toContain(`${join(top, "journal", "two")} is gone`);
});
