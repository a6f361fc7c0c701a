/** The market and the users with which the streams of commands of the benchmarks begin. */
import type { Category } from "../src/core/base/vocabulary.ts";
import type { Command, CommandDraft, DraftOf } from "../src/core/commands/commands.ts";
import type { EventBuffer } from "../src/core/events/event-buffer.ts";
import type { apply } from "../src/core/exchange.ts";
import { atoms, lots, type Seq, type TimeMs } from "../src/core/money/units.ts";
import type { State } from "../src/core/state.ts";
import { CENTRE } from "./order-mix.ts";

export const START_MS = 1_700_000_000_000;
/** A thousand commands share a millisecond: a million commands a second. */
export const COMMANDS_PER_MS = 1_000;
/** What is left of the 64 bits of a coin is shared out among its holders. */
export const CREDIT_SUM = 8_000_000_000_000_000_000n;
/** Commands whose events lie in the buffer at a time, as those of a full batch do. */
export const BLOCK = 1_000;

/** Index of the coin that all symbols are quoted in; coins of the symbols follow it. */
export const QUOTE = 0;

/** The exchange's own users come before those of the stream. */
export const USER_FIRST = 2;

/**
 * Commands that an exchange has behind it: its ids, which follow from seqs, are past 31 bits, as
 * they are but for the first two million commands of its life.
 */
const SEQ_BEFORE = 2 ** 22;

function listing(
  symbol: number,
  category: Category,
  fundingIntervalHours: number,
): DraftOf<"list_instrument"> {
  return {
    kind: "list_instrument",
    symbol: `COIN${symbol}USDT`,
    category,
    realm: "live",
    base: symbol + 1,
    quote: QUOTE,
    settle: QUOTE,
    isInverse: false,
    priceDecimals: 2,
    tickStep: 1,
    sizeDecimals: 4,
    lotStep: 1,
    sizeLotsMin: lots(1),
    sizeLotsMax: lots(1_000_000),
    sizeLotsMarketMax: lots(1_000_000),
    valueMin: atoms(0n),
    makerRateE6: 200,
    takerRateE6: 600,
    buyLimitRatioE6: 900_000,
    sellLimitRatioE6: 900_000,
    leverageMin: 1,
    leverageMax: 100,
    fundingIntervalHours,
  };
}

/** Lists a symbol of each category, in order, and creates users without money. */
export function* marketCommands(
  categories: readonly Category[],
  users: number,
  fundingIntervalHours: number,
): Generator<CommandDraft> {
  const codes = categories.map((_, symbol) => `COIN${symbol}`);
  for (const code of ["USDT", ...codes]) {
    yield { kind: "list_currency", code, decimals: 8, isPractice: false };
  }
  for (const [symbol, category] of categories.entries()) {
    yield listing(symbol, category, fundingIntervalHours);
  }
  const instruments = categories.map((_, symbol) => symbol);
  yield { kind: "set_index_prices", instruments, prices: instruments.map(() => CENTRE) };
  const terms = { accountKind: "classic", realm: "live", parent: 0 } as const;
  for (let user = 0; user < users; user++) {
    yield { kind: "create_user", ...terms, name: `user-${user}`, openOrdersMax: 10_000_000 };
  }
}

/** Applies a founding to an empty state by a core; every command of it must be accepted. */
export function applyFounding(
  core: { readonly apply: typeof apply },
  state: State,
  drafts: Iterable<CommandDraft>,
  events: EventBuffer,
): void {
  state.seq = SEQ_BEFORE as Seq;
  for (const draft of drafts) {
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: START_MS as TimeMs };
    events.clear();
    core.apply(state, { ...draft, ...stamp } as Command, events);
    const { rejection } = state.outcome;
    if (rejection !== undefined) throw new Error(`founding is accepted, got ${rejection}`);
  }
  events.clear();
}
