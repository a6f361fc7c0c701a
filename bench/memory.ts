/**
 * `bench memory`: what a user, a balance and an open order cost in memory. Grows one core to many
 * users, credits each with one coin, then grows to as many open orders of theirs, without and with
 * client ids.
 */
import { parseArgs } from "node:util";
import type { Command, CommandDraft } from "../src/core/commands/commands.ts";
import type { EventBuffer } from "../src/core/events/event-buffer.ts";
import { atoms, lots, type Seq, type TimeMs, ticks } from "../src/core/money/units.ts";
import type { State } from "../src/core/state.ts";
import { placeOrderOf } from "../src/simulation-market/market-port.ts";
import { BLOCK, marketCommands, START_MS, USER_FIRST } from "./market-founding.ts";
import { CENTRE, MixRandom } from "./order-mix.ts";
import { type Core, loadCore } from "./stream/stream-exchange.ts";
import { HERE } from "./support/checkout.ts";
import { rounded } from "./support/histogram.ts";
import { collectGarbage } from "./support/machine.ts";
import { type BenchResult, check, progress } from "./support/report.ts";

const COUNT = 1_000_000;
const CREDIT = 100_000_000_000n;
/** Orders rest up to so many ticks from the middle, on either side of it. */
const REACH_TICKS = 20_000;
const MILLION = 1_000_000;
const MB = 1e6;

/** One core that grows. */
class GrowingCore {
  readonly #core: Core;
  readonly #state: State;
  readonly #events: EventBuffer;
  refused = 0;

  constructor(core: Core) {
    this.#core = core;
    this.#state = core.createState();
    this.#events = new core.EventBuffer();
  }

  get openOrders(): number {
    return this.#state.orders.count;
  }

  /** Applies commands and returns by how many bytes the process has grown. */
  grow(drafts: Iterable<CommandDraft>): number {
    const before = bytesInUse();
    const state = this.#state;
    for (const draft of drafts) {
      const stamp = { seq: (state.seq + 1) as Seq, timeMs: START_MS as TimeMs };
      if (state.seq % BLOCK === 0) this.#events.clear();
      this.#core.apply(state, { ...draft, ...stamp } as Command, this.#events);
      if (state.outcome.rejection !== undefined) this.refused += 1;
    }
    this.#events.clear();
    return bytesInUse() - before;
  }
}

/** Memory in use after a collection: that in the heap, and what is resident beside the heap. */
function bytesInUse(): number {
  // The second collection returns the buffers that the first one found unused.
  for (let time = 0; time < 2; time++) collectGarbage();
  const { heapTotal, heapUsed, rss } = process.memoryUsage();
  return rss - heapTotal + heapUsed;
}

function* users(count: number): Generator<CommandDraft> {
  const terms = { accountKind: "classic", realm: "live", parent: 0, openOrdersMax: 0 } as const;
  for (let at = 0; at < count; at++) {
    yield { kind: "create_user", ...terms, name: `user-${USER_FIRST + at}` };
  }
}

function* credits(count: number): Generator<CommandDraft> {
  for (let at = 0; at < count; at++) {
    const user = USER_FIRST + at;
    const currency = isBuyer(user) ? 0 : 1;
    yield { kind: "credit", user, wallet: "spot", currency, amount: atoms(CREDIT) };
  }
}

function isBuyer(user: number): boolean {
  return user % 2 === 0;
}

/** One order of each user, which rests. */
function* orders(count: number, random: MixRandom, clientIds: boolean): Generator<CommandDraft> {
  for (let at = 0; at < count; at++) {
    const user = USER_FIRST + at;
    const distance = 1 + random.below(REACH_TICKS);
    const side = isBuyer(user) ? "buy" : "sell";
    const price = ticks(CENTRE + (side === "buy" ? -distance : distance));
    const order = placeOrderOf({ user, instrument: 0, side, price, size: lots(10) });
    yield (clientIds ? { ...order, clientOrderId: `order-of-${user}` } : order) as CommandDraft;
  }
}

/** `--core-of FOLDER` measures the core of another checkout; `--count` is that of the users. */
export async function benchMemory(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: { "core-of": { type: "string" }, count: { type: "string" } },
  });
  const count = Number(values.count ?? COUNT);
  const core = new GrowingCore(await loadCore(values["core-of"] ?? HERE));
  core.grow(marketCommands(["spot"], 0, 8));
  progress(`memory: ${count} users`);
  const userBytes = core.grow(users(count));
  const balanceBytes = core.grow(credits(count));
  progress(`memory: ${count} open orders`);
  const random = new MixRandom(1);
  const orderBytes = core.grow(orders(count, random, false));
  progress(`memory: ${count} open orders with client ids`);
  const namedOrderBytes = core.grow(orders(count, random, true));
  const perMillion = (bytes: number): number => rounded(((bytes / count) * MILLION) / MB);
  return {
    benchmark: "memory",
    figures: {
      bytesPerUser: rounded(userBytes / count),
      bytesPerBalance: rounded(balanceBytes / count),
      mbPerMillionOrders: perMillion(orderBytes),
      mbPerMillionOrdersWithClientIds: perMillion(namedOrderBytes),
    },
    mix: { users: count, openOrders: core.openOrders },
    goals: [],
    checks: [
      check("every command was accepted", core.refused === 0),
      check("every order is open", core.openOrders === 2 * count),
    ],
  };
}
