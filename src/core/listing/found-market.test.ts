import { describe, expect, it, test } from "vitest";
import { listingDraft } from "../../../test/support/command-drafts.ts";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { audit } from "../audit.ts";
import {
  MARKET_MEMORY_BYTES_MAX,
  PATH_BYTES_MAX,
  PATH_PART_BYTES_MAX,
  PATH_SPAN_MS_MAX,
} from "../base/limits.ts";
import { MARKET_PRESETS } from "../base/vocabulary.ts";
import type { Command, CommandDraft, DraftOf } from "../commands/commands.ts";
import { decodeEvents, EventBuffer } from "../events/event-buffer.ts";
import type { CoreEvent } from "../events/events.ts";
import { apply } from "../exchange.ts";
import { createState, type State } from "../state.ts";
import { encodeState, restoreState } from "../state-encoding.ts";

const NOW_MS = 1_700_000_045_000;
const END_MS = 1_700_000_040_000;

/** An exchange with a spot pair, a perpetual and a dated contract, and no price. */
class Unpriced {
  state: State = createState();

  constructor() {
    this.run({ kind: "list_currency", code: "USD", decimals: 0, isPractice: false });
    this.run({ kind: "list_currency", code: "COIN", decimals: 0, isPractice: false });
    const coins = { base: 1, quote: 0, settle: 0, priceDecimals: 0, sizeDecimals: 0 };
    const futures = { ...coins, category: "usdt_futures", fundingIntervalHours: 4 } as const;
    this.run(listingDraft({ ...coins, symbol: "SPOT", category: "spot" }));
    this.run(listingDraft({ ...futures, symbol: "LINEAR" }));
    this.run(listingDraft({ ...futures, symbol: "DATED" }));
    this.run({ kind: "schedule_delivery", instrument: 2, deliveryAtMs: NOW_MS + 1 });
  }

  /** Answers the events without the opening one; the audit holds after each command. */
  run(command: CommandDraft): CoreEvent[] {
    const events = new EventBuffer();
    const stamp = { seq: this.state.seq + 1, timeMs: NOW_MS };
    apply(this.state, { ...command, ...stamp } as unknown as Command, events);
    expect(audit(this.state).verdicts.filter(({ findings }) => findings.length > 0)).toEqual([]);
    return decodeEvents(events.words()).slice(1);
  }

  restart(): void {
    const bytes = encodeState(this.state);
    this.state = createState();
    restoreState(this.state, bytes);
  }
}

const TERMS = { kind: "found_market", seed: 7, version: 1, preset: "wild", endMs: END_MS } as const;
const PART: DraftOf<"import_path"> = {
  kind: "import_path",
  code: "BTC",
  spanMs: 60_000,
  bytes: Uint8Array.of(1, 2, 3),
};

describe("a market that is founded", () => {
  it("gives each listed instrument a past, with funding where it is a perpetual", () => {
    const core = new Unpriced();
    const { kind: _, ...terms } = TERMS;
    expect(core.run(TERMS)).toMatchObject([
      { kind: "market_founded", ...terms },
      { kind: "instrument_past_founded", instrument: 0, fundingIntervalHours: 0, deliveryAtMs: 0 },
      { kind: "instrument_past_founded", instrument: 1, fundingIntervalHours: 4, deliveryAtMs: 0 },
      {
        ...{ kind: "instrument_past_founded", instrument: 2, fundingIntervalHours: 0 },
        deliveryAtMs: NOW_MS + 1,
      },
    ]);
    expect(core.state.generatedMarket.terms).toEqual({ ...terms, instruments: 3 });
  });

  it("is founded once", () => {
    const core = new Unpriced();
    core.run(TERMS);
    expect(core.run({ ...TERMS, seed: 8 })).toMatchObject([{ reason: "market_founded" }]);
    expect(core.run(PART)).toMatchObject([{ reason: "market_founded" }]);
  });

  it("is founded before the first price", () => {
    const core = new Unpriced();
    core.run({ kind: "set_index_prices", instruments: [0], prices: [100] });
    expect(core.run(TERMS)).toMatchObject([{ reason: "market_open" }]);
  });

  it.each(MARKET_PRESETS)("may be %s", (preset) => {
    const core = new Unpriced();
    core.run({ ...TERMS, preset });
    expect(core.state.generatedMarket.terms?.preset).toBe(preset);
  });

  it.each([
    [{ endMs: 0 }],
    [{ endMs: END_MS + 1 }],
    [{ endMs: END_MS + 60_000 }],
    [{ version: 0 }],
    [{ version: 256 }],
  ])("is refused with %o", (change) => {
    const core = new Unpriced();
    expect(core.run({ ...TERMS, ...change })).toMatchObject([
      { reason: "market_terms_out_of_bounds" },
    ]);
    expect(core.state.generatedMarket.terms).toBeUndefined();
  });

  it("is in a snapshot, with its memory and imported prices", () => {
    const core = new Unpriced();
    core.run(PART);
    core.run({ ...PART, code: "ETH", bytes: Uint8Array.of(9) });
    core.run(TERMS);
    core.run({ kind: "remember_market", memory: Uint8Array.of(4, 5) });
    const before = core.state.generatedMarket;
    core.restart();
    expect(core.state.generatedMarket).toEqual(before);
    expect(before.paths.map(({ bytes, code }) => [code, ...bytes])).toEqual([
      ["BTC", 1, 2, 3],
      ["ETH", 9],
    ]);
  });
});

test("the newest memory replaces the one before and is bounded; no event shows it", () => {
  const core = new CoreFixture();
  const memory = new Uint8Array(MARKET_MEMORY_BYTES_MAX).fill(1);
  expect(core.run({ kind: "remember_market", memory })).toEqual([]);
  core.run({ kind: "remember_market", memory: Uint8Array.of(2) });
  expect(core.state.generatedMarket.memory).toEqual(Uint8Array.of(2));
  core.run({ kind: "remember_market", memory: new Uint8Array(MARKET_MEMORY_BYTES_MAX + 1) });
  expect(core.rejection).toBe("market_memory_out_of_bounds");
});

test.each([
  [{ code: "" }],
  [{ code: "LONGERTHANANYCOIN" }],
  [{ spanMs: 0 }],
  [{ spanMs: PATH_SPAN_MS_MAX + 1 }],
  [{ bytes: new Uint8Array(0) }],
  [{ bytes: new Uint8Array(PATH_PART_BYTES_MAX + 1) }],
])("a part of a path is refused with %o", (change) => {
  const core = new CoreFixture();
  core.run({ ...PART, ...change });
  expect(core.rejection).toBe("market_path_out_of_bounds");
});

test("all imported parts together are bounded", () => {
  const core = new Unpriced();
  const bytes = new Uint8Array(PATH_PART_BYTES_MAX);
  for (let total = 0; total < PATH_BYTES_MAX; total += bytes.length) core.run({ ...PART, bytes });
  expect(core.run({ ...PART, bytes: Uint8Array.of(1) })).toMatchObject([
    { reason: "market_path_out_of_bounds" },
  ]);
});
