/**
 * The default market on virtual time, with all instruments of a new exchange and no other user. Sizes:
 * `BOURSE_MARKET_MINUTES=1440 npx vitest run --project deep test/scenarios/market-hours` runs a day.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../src/core/audit.ts";
import { EventReader } from "../../src/core/events/event-buffer.ts";
import { EVENT_INDEX } from "../../src/core/events/event-layout.ts";
import { openGeneratedMarket } from "../../tools/market-stats/generated/generated-market.ts";
import { sized } from "../support/sized.ts";

const MINUTES = sized({ variable: "BOURSE_MARKET_MINUTES", quick: 4, deep: 30 });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AUDITS_MIN = 4;
const HANGING_MS = 3_600_000;

/** Events of which the run counts how many there were. */
const COUNTED = [
  "order_filled",
  "funding_paid",
  "position_liquidated",
  "command_rejected",
] as const;

describe(`${MINUTES} minutes of the default market`, () => {
  const market = openGeneratedMarket({ seed: 1, preset: "normal", listed: "all" });
  const { exchange } = market;
  const counts: Record<(typeof COUNTED)[number], number> = {
    ...{ order_filled: 0, funding_paid: 0, position_liquidated: 0, command_rejected: 0 },
  };
  const findings: string[] = [];

  const count = (words: Float64Array): void => {
    const reader = new EventReader(words);
    while (reader.next()) {
      const kind = COUNTED.find((one) => EVENT_INDEX[one] === reader.kindIndex);
      if (kind !== undefined) counts[kind] += 1;
    }
  };

  beforeAll(() => {
    const foundedSeq = exchange.state.seq;
    exchange.onApplied = count;
    const startMs = exchange.nowMs();
    const spanMs = Math.min(HOUR_MS, (MINUTES * MINUTE_MS) / AUDITS_MIN);
    let audits = 0;
    for (let atMs = spanMs; atMs <= MINUTES * MINUTE_MS; atMs += spanMs) {
      market.run(startMs + atMs);
      const { seq, verdicts } = audit(exchange.state);
      audits += 1;
      const broken = verdicts.filter((verdict) => verdict.findings.length > 0);
      findings.push(...broken.map(({ rule }) => `${atMs} ms, seq ${seq}: ${rule}`));
    }
    const instruments = exchange.instruments.length;
    console.log(
      JSON.stringify({ instruments, commands: exchange.state.seq - foundedSeq, audits, ...counts }),
    );
  }, HANGING_MS);

  it("keeps every invariant", () => {
    expect(findings).toEqual([]);
  });

  it("has bids and asks in every book at its end", () => {
    const empty = exchange.instruments.filter(({ index }) => {
      const { asks, bids } = exchange.books.of(index);
      return asks.bestPrice === 0 || bids.bestPrice === 0;
    });
    expect(exchange.instruments.length).toBeGreaterThan(130);
    expect(empty.map(({ symbol }) => symbol)).toEqual([]);
  });

  it("refuses few of its commands", () => {
    expect(counts.command_rejected / exchange.state.seq).toBeLessThan(0.001);
    expect(counts.order_filled / MINUTES).toBeGreaterThan(1_000);
  });
});
