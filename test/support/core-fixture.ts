/**
 * The bare core with people and small round numbers. Money has no decimals here: one coin is one
 * atom, one tick one coin of quote, one lot one coin of base. Every command ends in the audit.
 */

import { audit } from "../../src/core/audit.ts";
import { longOf, shortOf } from "../../src/core/base/position-handle.ts";
import type { Category, Wallet } from "../../src/core/base/vocabulary.ts";
import type { Command, CommandDraft, DraftOf } from "../../src/core/commands/commands.ts";
import { decodeEvents, EventBuffer } from "../../src/core/events/event-buffer.ts";
import type { CoreEvent, EventKind, EventOf } from "../../src/core/events/events.ts";
import { apply } from "../../src/core/exchange.ts";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { atoms, lots, type Seq, type TimeMs, ticks } from "../../src/core/money/units.ts";
import { createState, type State } from "../../src/core/state.ts";
import { encodeBody, encodeState, restoreState } from "../../src/core/state-encoding.ts";
import {
  listingDraft,
  type OrderFields,
  orderDraft,
  type TransferFields,
  transferDraft,
} from "./command-drafts.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "./core-listings.ts";

const START_MS = 1_000_000;

/** Neither decimals, smallest notional nor fees. */
const ROUND = { priceDecimals: 0, sizeDecimals: 0, valueMin: atoms(0n) };
const FREE = { makerRateE6: 0, takerRateE6: 0 };

export type FixtureTerms = {
  readonly makerRateE6?: number;
  readonly takerRateE6?: number;
  readonly sizeLotsMax?: number;
};

/** Spot, a linear and an inverse perpetual; index price 100 for all. */
export class CoreFixture {
  #state = createState();
  readonly #events = new EventBuffer();
  #timeMs = START_MS;
  /** Called after each applied command, with the words of its events. */
  onApplied: ((words: Float64Array) => void) | undefined;

  constructor(terms: FixtureTerms = {}) {
    const { sizeLotsMax = 1_000_000, ...rates } = terms;
    const coins = { base: COIN, quote: USD, settle: USD };
    const base = { ...ROUND, ...FREE, ...rates, ...coins, sizeLotsMax: lots(sizeLotsMax) };
    this.run({ kind: "list_currency", code: "USD", decimals: 0, isPractice: false });
    this.run({ kind: "list_currency", code: "COIN", decimals: 0, isPractice: false });
    this.run(listingDraft({ ...base, symbol: "SPOT", category: "spot" }));
    this.run(listingDraft({ ...base, symbol: "LINEAR", category: "usdt_futures" }));
    const inverse = { isInverse: true, settle: COIN } as const;
    this.run(listingDraft({ ...base, symbol: "INVERSE", category: "coin_futures", ...inverse }));
    this.index(100);
  }

  get state(): State {
    return this.#state;
  }

  /** Goes on with a state that was restored from the bytes of the present one. */
  restart(): void {
    const bytes = encodeState(this.#state);
    this.#state = createState();
    restoreState(this.#state, bytes);
  }

  /** Applies a command; answers its events without the opening one. */
  run(command: CommandDraft): CoreEvent[] {
    const { state } = this;
    const stamped = { ...command, seq: (state.seq + 1) as Seq, timeMs: this.#timeMs as TimeMs };
    const before = encodeBody(state).slice();
    this.#events.clear();
    apply(state, stamped as Command, this.#events);
    const report = audit(state);
    if (!report.holds) {
      const broken = report.verdicts.filter(({ findings }) => findings.length > 0);
      throw new Error(`the audit holds, got ${JSON.stringify(broken)}`);
    }
    if (state.outcome.rejection !== undefined && !command.kind.startsWith("replace_order")) {
      const isSame = Buffer.compare(before, encodeBody(state)) === 0;
      if (!isSame) throw new Error(`a rejection changes nothing: ${state.outcome.rejection}`);
    }
    const words = this.#events.copyWords();
    this.onApplied?.(words);
    return decodeEvents(words).slice(1);
  }

  /** Moves the clock, without the tick that is due. */
  waitMs(ms: number): void {
    this.#timeMs += ms;
  }

  /** Moves the clock and ticks. */
  passMs(ms: number): CoreEvent[] {
    this.waitMs(ms);
    return this.run({ kind: "tick" });
  }

  index(price: number): void {
    const instruments = [SPOT, LINEAR, INVERSE];
    this.run({ kind: "set_index_prices", instruments, prices: instruments.map(() => price) });
  }

  /** A classic user with these funds per wallet; answers its index. */
  user(
    name: string,
    funds: readonly (readonly [Wallet, number, number])[] = [],
    rest: Partial<Omit<DraftOf<"create_user">, "kind" | "name">> = {},
  ): number {
    const base = { accountKind: "classic", realm: "live", parent: 0, openOrdersMax: 0 } as const;
    this.run({ kind: "create_user", ...base, name, ...rest });
    const user = this.state.outcome.id;
    for (const [wallet, currency, amount] of funds) {
      this.run({ kind: "credit", user, wallet, currency, amount: atoms(BigInt(amount)) });
    }
    return user;
  }

  /** Someone with plenty of everything. */
  rich(name: string): number {
    return this.user(name, [
      ["spot", USD, 1_000_000],
      ["spot", COIN, 10_000],
      ["usdt_futures", USD, 1_000_000],
      ["coin_futures", COIN, 100_000],
    ]);
  }

  /** Places an order on the spot instrument unless another is named; a limit order if priced. */
  place(fields: OrderFields): CoreEvent[] {
    return this.run(orderDraft(fields));
  }

  /** Moves money between two wallets of a user. */
  transfer(fields: TransferFields): CoreEvent[] {
    return this.run(transferDraft(fields));
  }

  /** Id of the order placed last. */
  get orderId(): number {
    return this.state.outcome.id;
  }

  get rejection(): string | undefined {
    return this.state.outcome.rejection;
  }

  amend(terms: {
    readonly user: number;
    readonly orderId: number;
    readonly price?: number;
    readonly size?: number;
    readonly autoCancel?: boolean;
  }): CoreEvent[] {
    const { user, orderId, price = 0, size = 0, autoCancel = false } = terms;
    const changed = { price: ticks(price), size: lots(size), autoCancel, exits: undefined };
    return this.run({ kind: "amend_order", user, orderId, clientOrderId: "", ...changed });
  }

  cancel(user: number, orderId: number): CoreEvent[] {
    return this.run({ kind: "cancel_order", user, orderId, clientOrderId: "" });
  }

  hedge(user: number, category: Category): void {
    this.run({ kind: "set_position_mode", user, category, isHedge: true });
  }

  /** Balance, hold of a wallet. */
  money(user: number, wallet: Wallet, currency: number): readonly [bigint, bigint] {
    const { ledger } = this.state;
    const account = ledger.find(user, WALLET_INDEX[wallet], currency);
    return [ledger.balance(account), ledger.hold(account)];
  }

  /** Long and short size of a user in an instrument. */
  position(user: number, instrument: number): readonly [number, number] {
    const { positions } = this.state;
    const row = positions.find(user, instrument);
    return row === 0 ? [0, 0] : [positions.size.get(longOf(row)), positions.size.get(shortOf(row))];
  }
}

/** The kinds of a list of events, in order. */
export function kinds(events: readonly CoreEvent[]): EventKind[] {
  return events.map(({ kind }) => kind);
}

/** The events of one kind. */
export function only<K extends EventKind>(events: readonly CoreEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> & CoreEvent => event.kind === kind);
}
