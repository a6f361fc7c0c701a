/** A life of many days in memory: the events of random commands, and the balances of each day. */
import { WALLETS } from "../../src/core/base/vocabulary.ts";
import { EventBuffer } from "../../src/core/events/event-buffer.ts";
import { apply } from "../../src/core/exchange.ts";
import { createState, type State } from "../../src/core/state.ts";
import { pauseMs, throughCodec } from "./differential.ts";
import { NaiveExchange } from "./naive/naive-exchange.ts";
import { Random } from "./random.ts";
import { stamped } from "./workload/draft.ts";
import { type ProfileName, profileOf } from "./workload/profiles.ts";
import { Workload } from "./workload/workload.ts";

const START_MS = 1_767_225_600_000;
const DAY_MS = 86_400_000;
const BLOCK_COMMANDS = 7;
/** Chance of a pause of hours between two commands, in percent. */
const LONG_PAUSE_PERCENT = 2;

/** Balances in atoms, by `user/wallet/currency`; accounts of several instruments are added up. */
type Balances = ReadonlyMap<string, bigint>;

export type LivedDays = {
  readonly state: State;
  readonly blocks: readonly Float64Array[];
  /** Balances at the end of each day in which a command was applied, by day since 1970. */
  readonly closings: ReadonlyMap<number, Balances>;
};

export function accountName(user: number, wallet: string, currency: number): string {
  return `${user}/${wallet}/${currency}`;
}

function balancesOf({ ledger }: State): Balances {
  const balances = new Map<string, bigint>();
  for (let account = 1; account < ledger.end; account++) {
    const wallet = WALLETS[ledger.walletOf(account)] ?? "";
    const name = accountName(ledger.userOf(account), wallet, ledger.currencyOf(account));
    balances.set(name, (balances.get(name) ?? 0n) + ledger.balance(account));
  }
  return balances;
}

/** Applies commands of the profile to the core; long pauses spread them over many days. */
export function liveManyDays(seed: number, profile: ProfileName, commands: number): LivedDays {
  const random = new Random(seed);
  const naive = new NaiveExchange();
  const workload = new Workload(random, profileOf(profile), naive.state);
  const state = createState();
  const events = new EventBuffer();
  const blocks: Float64Array[] = [];
  const closings = new Map<number, Balances>();
  let timeMs = START_MS;
  for (let seq = 1; seq <= commands; seq++) {
    if (!workload.isFounding) {
      timeMs += pauseMs(random);
      if (random.chance(LONG_PAUSE_PERCENT)) timeMs += random.below(DAY_MS / 2);
    }
    const day = Math.floor(timeMs / DAY_MS);
    const dayBefore = Math.floor(state.timeMs / DAY_MS);
    if (seq > 1 && day > dayBefore) closings.set(dayBefore, balancesOf(state));
    const command = throughCodec(stamped(workload.next(), seq, timeMs));
    apply(state, command, events);
    naive.apply(command);
    if (seq % BLOCK_COMMANDS > 0 && seq < commands) continue;
    blocks.push(events.copyWords());
    events.clear();
  }
  closings.set(Math.floor(timeMs / DAY_MS), balancesOf(state));
  return { state, blocks, closings };
}
