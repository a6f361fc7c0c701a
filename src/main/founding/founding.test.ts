/** The initial commands of an exchange, whole, interrupted, and on an exchange with fewer coins. */
import { describe, expect, it } from "vitest";
import { audit } from "../../core/audit.ts";
import type { CommandOutcome } from "../../core/base/outcome.ts";
import type { Command, CommandDraft } from "../../core/commands/commands.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import { apply } from "../../core/exchange.ts";
import type { Seq, TimeMs } from "../../core/money/units.ts";
import { createState, type State } from "../../core/state.ts";
import { datedContracts } from "./dated-contracts.ts";
import { FIRST_USERS, type FoundingPort, foundExchange, userNamed } from "./founding.ts";
import { CURRENCY_LISTINGS, coinIndex, INSTRUMENT_LISTINGS } from "./listings.ts";

const START_MS = Date.UTC(2026, 0, 5, 8);
/** Numbers of coins and instruments of an exchange that was founded with fewer. */
const EARLIER = { coins: 14, instruments: 30 };

/** The process ended: the command is not in the journal. */
class Ended extends Error {}

/** A core that takes a number of commands. */
class Journal implements FoundingPort {
  readonly state: State = createState();
  readonly #events = new EventBuffer();
  /** Commands that are still applied before the process ends. */
  left = Number.POSITIVE_INFINITY;

  run(draft: CommandDraft): void {
    const { state } = this;
    this.#events.clear();
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: START_MS as TimeMs };
    apply(state, { ...draft, ...stamp } as Command, this.#events);
  }

  async submitAndWait(draft: CommandDraft): Promise<CommandOutcome> {
    if (this.left === 0) throw new Ended();
    this.left -= 1;
    this.run(draft);
    const { outcome, seq, timeMs } = this.state;
    return { ...outcome, seq, timeMs };
  }
}

/** What a founding sets, without the seqs of its commands. */
function founded({ chains, collaterals, currencies, instruments, ledger, ...state }: State) {
  const { lending, pledging, p2p, tiers, users } = state;
  return {
    currencies,
    instruments,
    tiers,
    chains,
    collaterals,
    rules: lending.rules,
    loans: [...instruments, undefined].flatMap((pair) =>
      currencies.map(({ index }) => [
        lending.terms.find("live", pair === undefined ? 0 : pair.index + 1, index),
        lending.terms.find("demo", pair === undefined ? 0 : pair.index + 1, index),
      ]),
    ),
    pledges: [pledging.loanTerms, pledging.pledgeTerms],
    p2p: [p2p.fiats, p2p.methods, p2p.tokens],
    users: users.map(({ accountKind, level, name, realm }) => ({
      accountKind,
      level,
      name,
      realm,
    })),
    balances: Array.from({ length: ledger.end - 1 }, (_, place) => {
      const account = place + 1;
      const owner = `${ledger.userOf(account)} ${ledger.walletOf(account)}`;
      return `${owner} ${ledger.currencyOf(account)} ${ledger.balance(account)}`;
    }).sort(),
  };
}

async function foundedWhole(): Promise<Journal> {
  const journal = new Journal();
  await foundExchange(journal, journal.state, START_MS);
  return journal;
}

const whole = await foundedWhole();

it("leaves nothing to do for the next start", async () => {
  const journal = await foundedWhole();
  const { seq } = journal.state;
  await foundExchange(journal, journal.state, START_MS);
  expect(journal.state.seq).toBe(seq);
  expect(audit(journal.state).holds).toBe(true);
});

it("gives every contract tiers, loss limits and guards", () => {
  for (const { guards, index, isFutures, lossLimits, symbol } of whole.state.instruments) {
    if (!isFutures) continue;
    expect(whole.state.tiers[index]?.length, symbol).toBeGreaterThan(0);
    expect(lossLimits.fundDrawMax, symbol).toBeGreaterThan(0n);
    expect(guards.markCap, symbol).toBeGreaterThan(0);
  }
});

it("raises the unified users to the advanced level", () => {
  for (const { accountKind, name } of FIRST_USERS) {
    const user = whole.state.users[userNamed(whole.state, name) ?? 0];
    expect(user?.level).toBe(accountKind === "unified" ? "advanced" : "basic");
  }
});

describe("an interrupted founding", () => {
  const step = 41;
  const ends = Array.from({ length: Math.ceil(whole.state.seq / step) }, (_, i) => i * step + 1);
  const lastCommands = Array.from({ length: 40 }, (_, i) => whole.state.seq - 1 - i);

  it.each([...ends, ...lastCommands])("after %i commands is completed", async (count) => {
    const journal = new Journal();
    journal.left = count;
    await expect(foundExchange(journal, journal.state, START_MS)).rejects.toThrow(Ended);
    expect(journal.state.seq).toBe(count);
    journal.left = Number.POSITIVE_INFINITY;
    await foundExchange(journal, journal.state, START_MS);
    expect(founded(journal.state)).toEqual(founded(whole.state));
    expect(audit(journal.state).holds).toBe(true);
  });
});

/** A coin of the operator and its pair, which is offline. */
function listOwn(journal: Journal, code: string, decimals = 8): void {
  const { state } = journal;
  journal.run({ kind: "list_currency", code, decimals, isPractice: false });
  const base = state.outcome.id;
  const like = state.instruments.find(({ symbol }) => symbol === "BTCUSDT");
  const quote = like?.quote ?? 0;
  const [terms] = INSTRUMENT_LISTINGS;
  if (terms === undefined) throw new RangeError("the product lists instruments");
  const sizes = { sizeDecimals: Math.min(decimals, terms.sizeDecimals) };
  const own = { ...terms, ...sizes, base, quote, settle: quote, symbol: `${code}USDT` };
  journal.run({ ...own, kind: "prepare_instrument" });
  expect(state.outcome.rejection).toBe(undefined);
}

/** What the founding sets for a coin or an instrument, by names instead of indexes. */
function named({ chains, collaterals, currencies, funds, instruments, lending, ...state }: State) {
  const code = (index: number): string => currencies[index]?.code ?? "";
  const nameOf = (index: number): string => {
    const { category, realm, symbol } = instruments[index] ?? {};
    return `${realm} ${category} ${symbol}`;
  };
  const owner = state.users.map(({ name }) => name);
  const { ledger } = state;
  const loans = [0, ...instruments.map(({ index }) => index + 1)].flatMap((pair) =>
    currencies.flatMap(({ index }) => {
      const terms = lending.terms.find("live", pair, index);
      if (terms === undefined) return [];
      const { pricedBy, tiers } = terms;
      const by = pricedBy === undefined ? "" : nameOf(pricedBy.index);
      return `${nameOf(pair - 1)} ${code(index)} ${by} ${tiers.length}`;
    }),
  );
  return {
    coins: currencies.map((coin) => `${coin.code} ${coin.decimals}`).sort(),
    chains: chains.map(({ chain, currency }) => `${code(currency)} ${chain}`).sort(),
    collaterals: collaterals.map(({ tiers }, at) => `${code(at)} ${tiers.length}`).sort(),
    instruments: instruments
      .map(({ base, guards, index, lossLimits, quote, settle }) =>
        [
          ...[nameOf(index), code(base), code(quote), code(settle)],
          ...[guards.markCap, guards.referenceStep, lossLimits.fundDrawMax],
        ].join(" "),
      )
      .sort(),
    funds: funds.list.map(({ currency, realm }) => `${realm} ${code(currency)}`).sort(),
    loans: loans.sort(),
    balances: Array.from({ length: ledger.end - 1 }, (_, place) => {
      const account = place + 1;
      const of = `${owner[ledger.userOf(account)]} ${ledger.walletOf(account)}`;
      return `${of} ${code(ledger.currencyOf(account))} ${ledger.balance(account)}`;
    }).sort(),
  };
}

describe("an exchange whose operator has listed a coin before the product lists further ones", () => {
  async function withOwn(code: string, decimals?: number): Promise<Journal> {
    const journal = new Journal();
    for (const coin of CURRENCY_LISTINGS.slice(0, EARLIER.coins)) journal.run(coin);
    for (const one of INSTRUMENT_LISTINGS.slice(0, EARLIER.instruments)) journal.run(one);
    listOwn(journal, code, decimals);
    await foundExchange(journal, journal.state, START_MS);
    return journal;
  }

  it("gets all of it under the right coins, and its own coin and pair stay as they are", async () => {
    const { state } = await withOwn("ZEC");
    const own = state.currencies[EARLIER.coins];
    expect(own?.code).toBe("ZEC");
    expect(state.currencyByCode.get("BNB")?.index).not.toBe(coinIndex("BNB"));
    const isOwn = (row: string): boolean => /ZEC/.test(row);
    const [found, expected] = [named(state), named(whole.state)];
    for (const [what, rows] of Object.entries(expected)) {
      const others = found[what as keyof typeof found].filter((row) => !isOwn(row));
      expect(others, what).toEqual(rows);
    }
    expect(found.chains.filter(isOwn)).toEqual([]);
    expect(found.collaterals.filter(isOwn)).toEqual(["ZEC 0"]);
    expect(found.instruments.filter(isOwn)).toEqual(["live spot ZECUSDT ZEC USDT USDT 0 0 0"]);
    expect(state.instruments[EARLIER.instruments]?.status).toBe("offline");
    expect(audit(state).holds).toBe(true);
  });

  it("leaves a coin of a code of the product to the operator when its decimals differ", async () => {
    const journal = await withOwn("ADA", 6);
    const { state } = journal;
    const ada = state.currencyByCode.get("ADA")?.index ?? -1;
    expect(ada).toBe(EARLIER.coins);
    expect(state.chains.filter(({ currency }) => currency === ada)).toEqual([]);
    expect(state.collaterals[ada]?.tiers).toEqual([]);
    expect(state.instruments.filter(({ base }) => base === ada)).toMatchObject([
      { symbol: "ADAUSDT", category: "spot", status: "offline" },
    ]);
    expect(state.currencyByCode.get("AVAX")?.index).toBeGreaterThan(ada);
    const { seq } = state;
    await foundExchange(journal, state, START_MS);
    expect(state.seq).toBe(seq);
    expect(audit(state).holds).toBe(true);
  });

  it("lists the contract of a later quarter with the right coins, and starts it once", async () => {
    const journal = await foundedWhole();
    const { state } = journal;
    listOwn(journal, "ZEC");
    const laterMs = START_MS + 100 * 86_400_000;
    await foundExchange(journal, state, laterMs);
    const [due] = datedContracts(laterMs);
    const listed = state.instruments.at(-2);
    expect(listed).toMatchObject({ symbol: due?.listing.symbol, deliveryAtMs: due?.deliveryAtMs });
    expect(state.currencies[listed?.base ?? -1]?.code).toBe("BTC");
    expect(state.currencies[listed?.settle ?? -1]?.code).toBe("BTC");
    const { seq } = state;
    await foundExchange(journal, state, laterMs);
    expect(state.seq).toBe(seq);
  });

  it("keeps terms that the operator took away from an instrument of his own", async () => {
    const journal = await foundedWhole();
    listOwn(journal, "ZEC");
    const { seq } = journal.state;
    await foundExchange(journal, journal.state, START_MS);
    expect(journal.state.seq).toBe(seq);
  });
});

describe("an exchange that was founded with fewer coins", () => {
  async function earlier(): Promise<Journal> {
    const journal = new Journal();
    for (const coin of CURRENCY_LISTINGS.slice(0, EARLIER.coins)) journal.run(coin);
    for (const one of INSTRUMENT_LISTINGS.slice(0, EARLIER.instruments)) journal.run(one);
    for (const { deliveryAtMs, listing } of datedContracts(START_MS)) {
      journal.run(listing);
      const instrument = journal.state.outcome.id;
      journal.run({ kind: "schedule_delivery", instrument, deliveryAtMs });
    }
    return journal;
  }

  it("keeps its coins, instruments and terms, and gets the others after them", async () => {
    const journal = await earlier();
    const { state } = journal;
    const before = state.instruments.map(({ index, symbol }) => [index, symbol]);
    const terms = { markCapE6: 7_000, markStepE6: 600, impactUnits: 1_000, referenceStepE6: 0 };
    journal.run({ kind: "set_price_guards", instrument: 1, ...terms });
    await foundExchange(journal, state, START_MS);
    const after = state.instruments.map(({ index, symbol }) => [index, symbol]);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(state.instruments[1]?.guards).toMatchObject({ markCap: 7_000, impactUnits: 1_000 });
    expect(after.map(([, symbol]) => symbol).sort()).toEqual(
      whole.state.instruments.map(({ symbol }) => symbol).sort(),
    );
    expect(audit(state).holds).toBe(true);
  });

  it("lends each coin on its own pair, wherever the pair is in the list", async () => {
    const journal = await earlier();
    const { state } = journal;
    await foundExchange(journal, state, START_MS);
    const pair = state.instruments.find(
      ({ category, realm, symbol }) =>
        symbol === "ADAUSDT" && category === "spot" && realm === "live",
    );
    const [inOrder] = whole.state.instruments.filter(({ symbol }) => symbol === "ADAUSDT");
    expect(pair?.index).not.toBe(inOrder?.index);
    for (const coin of ["ADA", "USDT"] as const) {
      const lent = state.lending.terms.find("live", (pair?.index ?? 0) + 1, coinIndex(coin));
      expect(lent?.tiers.length).toBeGreaterThan(0);
    }
  });
});
