import { expect, it } from "vitest";
import type { Command } from "../../src/core/commands/commands.ts";
import { readCommandList, writeCommandList } from "./command-list.ts";
import { Coverage } from "./coverage.ts";
import { playRound } from "./differential.ts";
import { playCommands, shrunk, withoutGaps } from "./shrink.ts";

const round = playRound({ seed: 5, commands: 160, profile: "maker_taker" }, new Coverage());

/** The rounds' commands with one that no core can take: time goes back. */
function broken(): Command[] {
  return round.commands.map((command) =>
    command.seq === 120 ? { ...command, timeMs: 5 as Command["timeMs"] } : command,
  );
}

it("a failing list is shrunk to the commands that matter", () => {
  const kept = shrunk(broken()) ?? [];
  expect(kept.length).toBeLessThanOrEqual(2);
  expect(kept.at(-1)?.seq).toBe(120);
  expect(() => playCommands(kept)).toThrow("time never goes back");
});

it("commands that break nothing are not shrunk", () => {
  expect(shrunk(round.commands)).toBeUndefined();
});

it("commands that were left out leave their places to ticks", () => {
  const [first, , third] = round.commands;
  if (first === undefined || third === undefined) throw new Error("a round has commands");
  expect(withoutGaps([first, third]).map(({ kind, seq }) => [kind, seq])).toEqual([
    [first.kind, 1],
    ["tick", 2],
    [third.kind, 3],
  ]);
});

it("a list comes back from its file as it was", () => {
  const list = { note: "a note", stateHash: round.stateHash, commands: round.commands };
  expect(readCommandList(writeCommandList(list))).toEqual(list);
});
