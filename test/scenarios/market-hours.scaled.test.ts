/**
 * The default market on virtual time, with all instruments of a new exchange and no other user. Sizes:
 * `BOURSE_TEST_MARKET_MINUTES=1440 npx vitest run --project deep test/scenarios/market-hours` runs a day.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../src/core/audit.ts";
import { EventReader } from "../../src/core/events/event-buffer.ts";
import type { EventKind } from "../../src/core/events/events.ts";
import { openGeneratedMarket } from "../../tools/market-stats/generated/generated-market.ts";
import { oneSidedBooks } from "../support/one-sided-books.ts";
import { sized } from "../support/sized.ts";

const MINUTES = sized({ variable: "BOURSE_TEST_MARKET_MINUTES", quick: 4, deep: 30 });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AUDITS_MIN = 4;
const HANGING_MS = 3_600_000;

describe(`${MINUTES} minutes of the default market`, () => {
  const market = openGeneratedMarket({ seed: 1, preset: "normal", listed: "all" });
  const { exchange } = market;
  const counts: Partial<Record<EventKind, number>> = {};
  const findings: string[] = [];

  const count = (words: Float64Array): void => {
    const reader = new EventReader(words);
    while (reader.next()) counts[reader.kind] = (counts[reader.kind] ?? 0) + 1;
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
    const commands = exchange.state.seq - foundedSeq;
    console.log(JSON.stringify({ instruments, commands, audits, ...counts }));
  }, HANGING_MS);

  it("keeps every invariant", () => {
    expect(findings).toEqual([]);
  });

  it("has bids and asks in every book at its end", () => {
    const { books, instruments } = exchange;
    expect(instruments.length).toBeGreaterThan(130);
    expect(oneSidedBooks(books, instruments)).toEqual([]);
  });

  it("refuses few of its commands", () => {
    expect((counts.command_rejected ?? 0) / exchange.state.seq).toBeLessThan(0.001);
  });

  it("trades", () => {
    expect((counts.order_filled ?? 0) / MINUTES).toBeGreaterThan(1_000);
  });
});
