/**
 * `bench memory`: what a user, a balance and an open order cost in memory. Grows one core to many
 * users, credits each with one coin, then grows to as many open orders of theirs, without and with
 * client ids.
 */
import { parseArgs } from "node:util";
import type { Command, CommandDraft } from "../src/core/commands/commands.ts";
import type { EventBuffer } from "../src/core/events/event-buffer.ts";
import type { Seq, TimeMs } from "../src/core/money/units.ts";
import type { State } from "../src/core/state.ts";
import { clientIdOf, createUser, creditUser, restOrder } from "./growing-users.ts";
import { BLOCK, marketCommands, START_MS, USER_FIRST } from "./market-founding.ts";
import { MixRandom } from "./order-mix.ts";
import { type Core, loadCore } from "./stream/stream-exchange.ts";
import { HERE } from "./support/checkout.ts";
import { rounded } from "./support/histogram.ts";
import { residentBytes } from "./support/machine.ts";
import { type BenchResult, check, progress } from "./support/report.ts";

const COUNT = 1_000_000;
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
    const before = residentBytes();
    const state = this.#state;
    for (const draft of drafts) {
      const stamp = { seq: (state.seq + 1) as Seq, timeMs: START_MS as TimeMs };
      if (state.seq % BLOCK === 0) this.#events.clear();
      this.#core.apply(state, { ...draft, ...stamp } as Command, this.#events);
      if (state.outcome.rejection !== undefined) this.refused += 1;
    }
    this.#events.clear();
    return residentBytes() - before;
  }
}

function* ofEach(count: number, command: (user: number) => CommandDraft): Generator<CommandDraft> {
  for (let user = USER_FIRST; user < USER_FIRST + count; user++) yield command(user);
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
  const userBytes = core.grow(ofEach(count, createUser));
  const balanceBytes = core.grow(ofEach(count, creditUser));
  progress(`memory: ${count} open orders`);
  const random = new MixRandom(1);
  const orderBytes = core.grow(ofEach(count, (user) => restOrder(user, random)));
  progress(`memory: ${count} open orders with client ids`);
  const namedOrderBytes = core.grow(
    ofEach(count, (user) => restOrder(user, random, clientIdOf(user))),
  );
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
