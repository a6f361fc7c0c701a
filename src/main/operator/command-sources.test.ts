import { describe, expect, it } from "vitest";
import type { Command } from "../../core/commands/commands.ts";
import { createState } from "../../core/state.ts";
import { LogFault } from "../../journal/command-log.ts";
import { commandSource } from "./command-sources.ts";

const state = createState();
const NONE = { seq: 7, command: "", sender: "unknown", apiKey: "", requestId: "" };

describe("the source of a command", () => {
  it("is unknown when the journal was shortened", async () => {
    const engine = { state, commandAt: async () => undefined };
    expect(await commandSource(engine, 7)).toEqual({
      ...{ ...NONE, words: "The journal no longer has the command: it was shortened." },
    });
  });

  it("is unknown when the journal cannot be read, and says why", async () => {
    const commandAt = () => Promise.reject(new LogFault("damaged", "a.segment: damaged"));
    expect(await commandSource({ state, commandAt }, 7)).toEqual({
      ...{ ...NONE, words: "The journal cannot be read: a.segment: damaged" },
    });
  });

  it("is a request without a key in a journal that has none", async () => {
    const origin = { requestId: "r-1", act: undefined };
    const command = { kind: "tick", seq: 7, timeMs: 1, origin } as unknown as Command;
    expect(await commandSource({ state, commandAt: async () => command }, 7)).toEqual({
      ...{ seq: 7, command: "tick", sender: "unrecorded_key", apiKey: "", requestId: "r-1" },
      words: "Without a key: a request journaled before keys were recorded.",
    });
  });
});
