/**
 * Recorded commands still lead to the recorded state, and what once failed fails no more. After an
 * intended change of outcomes or of the state's bytes: `npm run sim -- --rehash`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCommandList } from "../simulation/command-list.ts";
import { playCommands } from "../simulation/shrink.ts";

function filesIn(folder: string): { name: string; path: string }[] {
  const directory = join(import.meta.dirname, folder);
  const names = readdirSync(directory).filter((name) => name.endsWith(".json"));
  return names.map((name) => ({ name, path: join(directory, name) }));
}

describe("the golden journal", () => {
  it.for(filesIn("journals"))("$name reaches its recorded state", ({ path }) => {
    const { commands, stateHash } = readCommandList(readFileSync(path, "utf8"));
    expect(commands.length).toBeGreaterThan(0);
    expect(playCommands(commands)).toBe(stateHash);
  });
});

describe("the regression", () => {
  it.for(filesIn("regressions"))("$name stays mended", ({ path }) => {
    const { commands, note } = readCommandList(readFileSync(path, "utf8"));
    expect(() => playCommands(commands), note).not.toThrow();
  });
});
