import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR } from "../../../test/support/core-listings.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { ticks } from "../../core/money/units.ts";
import { createState } from "../../core/state.ts";
import { encodeState } from "../../core/state-encoding.ts";
import { WhatIfs } from "./ask-what-if.ts";

const core = new CoreFixture();
core.index(1_000);
const state = encodeState(core.state).slice();
let snapshot = (): Uint8Array => state;
const states = { sequencer: { snapshot: () => ({ state: snapshot() }) } };

const hold = (price: number): CommandDraft => ({
  kind: "hold_index_price",
  instrument: LINEAR,
  price: ticks(price),
});

let started = 0;
const count = (): void => {
  started += 1;
};

beforeAll(() => void process.on("worker", count));
afterAll(() => void process.off("worker", count));
beforeEach(() => {
  started = 0;
  snapshot = () => state;
});

describe("questions after one another", { timeout: 60_000 }, () => {
  it("are answered by one thread, each on the state of its own time", async () => {
    const whatIfs = new WhatIfs(states);
    const answers = [whatIfs.ask([hold(950)]), whatIfs.ask([hold(2 ** 40)])];
    const [first, second] = await Promise.all(answers);
    expect(first).toMatchObject({ rejection: undefined, liquidatedUsers: 0 });
    expect(second).toMatchObject({ rejection: "index_price_out_of_range" });
    snapshot = () => encodeState(createState()).slice();
    expect(await whatIfs.ask([hold(950)])).toMatchObject({ rejection: "instrument_not_found" });
    expect(started).toBe(1);
  });

  it("start another thread after one that failed", async () => {
    const whatIfs = new WhatIfs(states);
    snapshot = () => Uint8Array.of(1, 2, 3);
    await expect(whatIfs.ask([hold(950)])).rejects.toThrow();
    snapshot = () => state;
    expect(await whatIfs.ask([hold(950)])).toMatchObject({ rejection: undefined });
    expect(started).toBe(2);
  });

  it("start another thread once the first has ended for want of them", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const whatIfs = new WhatIfs(states);
      await whatIfs.ask([hold(950)]);
      await vi.advanceTimersByTimeAsync(60_000);
      await whatIfs.ask([hold(950)]);
      expect(started).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
