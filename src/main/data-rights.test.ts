import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { tightenRights } from "./data-rights.ts";

const top = mkdtempSync(join(tmpdir(), "bourse-rights-"));
afterAll(() => rmSync(top, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

function directory(name: string): string {
  const path = join(top, name);
  mkdirSync(path);
  chmodSync(path, 0o755);
  return path;
}

function file(...parts: readonly string[]): string {
  const path = join(...parts);
  writeFileSync(path, "");
  chmodSync(path, 0o644);
  return path;
}

it("restricts an empty directory to its owner and leaves its parent unchanged", () => {
  const outer = directory("outer");
  const path = directory("outer/data");
  expect(tightenRights(path)).toEqual({ tightened: [path], tooWide: [] });
  expect([modeOf(path), modeOf(outer)]).toEqual([0o700, 0o755]);
  expect(tightenRights(path)).toEqual({ tightened: [], tooWide: [] });
});

it("restricts all files of the exchange, including each journal segment", () => {
  const path = directory("venue");
  const journal = directory("venue/journal");
  const snapshots = directory("venue/snapshots");
  const files = [
    file(path, "chains.jsonl"),
    file(path, "credentials.json"),
    file(path, "history.sqlite"),
    file(path, "history.sqlite-shm"),
    file(path, "history.sqlite-wal"),
    file(journal, "spare.preallocated"),
    file(snapshots, "any.snapshot"),
  ];
  const { tightened, tooWide } = tightenRights(path);
  expect([...tightened].sort()).toEqual([path, journal, snapshots, ...files].sort());
  expect(tooWide).toEqual([]);
  expect(files.map(modeOf)).toEqual(files.map(() => 0o600));
  expect([path, journal, snapshots].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
});

it("keeps and reports the mode of a directory with foreign files", () => {
  const path = directory("home");
  const notes = file(path, "notes.txt");
  const history = file(path, "history.sqlite");
  expect(tightenRights(path)).toEqual({ tightened: [history], tooWide: [path] });
  expect([path, notes, history].map(modeOf)).toEqual([0o755, 0o644, 0o600]);
});

it("does not follow a symbolic link", () => {
  const elsewhere = directory("elsewhere");
  const path = directory("linked");
  symlinkSync(elsewhere, join(path, "journal"));
  expect(tightenRights(path).tightened).toEqual([path]);
  expect(modeOf(elsewhere)).toBe(0o755);
});
