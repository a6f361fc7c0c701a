/**
 * The state of the naive exchange: plain arrays of plain records. Nothing here is an aggregate;
 * every sum is computed again whenever it is needed.
 */

import { IDS_PER_SEQ, OPEN_ORDERS_MAX_DEFAULT } from "../../../src/core/base/limits.ts";
import type { Outcome } from "../../../src/core/base/outcome.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { KeyKind, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CoreEvent, EventKind, EventOf } from "../../../src/core/events/events.ts";
import { NaiveAdjusting } from "./naive-adjustments.ts";
import type { NaiveChain } from "./naive-chains.ts";
import { NaiveConversions, type NaiveConverted } from "./naive-conversions.ts";
import { NaiveCorrecting } from "./naive-corrections.ts";
import type { NaiveCountdown } from "./naive-countdowns.ts";
import { NaiveInterest } from "./naive-debts.ts";
import type { NaiveDelivery } from "./naive-delivery.ts";
import { NaiveCustody } from "./naive-deposits.ts";
import { NaiveFees } from "./naive-fees.ts";
import type { NaiveFreeze } from "./naive-freezes.ts";
import { NaiveLending } from "./naive-lending.ts";
import { NaiveLiquidations } from "./naive-liquidation-state.ts";
import { NaiveLosses } from "./naive-losses.ts";
import { NaiveMarket } from "./naive-market.ts";
import { NaiveOperating } from "./naive-operating.ts";
import { NaiveP2p } from "./naive-p2p.ts";
import { NaivePledging } from "./naive-pledge-terms.ts";
import type {
  NaiveAccount,
  NaiveCurrency,
  NaiveInstrument,
  NaiveItem,
  NaiveOrder,
  NaivePlan,
  NaivePosition,
  NaiveTransfer,
  NaiveUser,
} from "./naive-records.ts";
import type { NaiveSignIn } from "./naive-sign-ins.ts";
import type { NaiveCollateral } from "./naive-unified.ts";
import { NaiveUnits } from "./naive-units.ts";

export type NaiveOutcome = {
  rejection: Rejection | undefined;
  id: number;
  replacedReduceOnly: boolean;
  repaidUsd: bigint;
  conversion: NaiveConverted | undefined;
  pledged: Outcome["pledged"];
  items: NaiveItem[] | undefined;
};

type Untimed<K extends EventKind> = Omit<EventOf<K>, "kind" | "seq" | "timeMs">;
/** The same fields with plain numbers and bigints. */
type Plain<T> = {
  [N in keyof T]: T[N] extends number ? number : T[N] extends bigint ? bigint : T[N];
};

export class NaiveState {
  seq = 0;
  timeMs = 0;
  lastId = 0;
  arrivals = 0;
  /** The user whose positions take settlements next; 0 when none has to. */
  fundingUser = 0;
  firings = 0;
  readonly currencies: NaiveCurrency[] = [];
  readonly collaterals = new Map<number, NaiveCollateral>();
  readonly instruments: NaiveInstrument[] = [];
  readonly users: NaiveUser[] = [];
  readonly keys: { readonly apiKey: string; readonly user: number; keyKind: KeyKind }[] = [];
  /** In the order of creation. */
  readonly orders: NaiveOrder[] = [];
  readonly positions: NaivePosition[] = [];
  /** In the order in which they were first scheduled. */
  readonly deliveries: NaiveDelivery[] = [];
  readonly plans: NaivePlan[] = [];
  readonly accounts: NaiveAccount[] = [];
  /** Transfers that were done under a client's id, oldest first. */
  readonly transfers: NaiveTransfer[] = [];
  readonly chains: NaiveChain[] = [];
  readonly custody = new NaiveCustody();
  /** In the order in which they were set. */
  countdowns: NaiveCountdown[] = [];
  readonly lending = new NaiveLending();
  readonly liquidations = new NaiveLiquidations();
  readonly losses = new NaiveLosses();
  readonly interest = new NaiveInterest();
  readonly units = new NaiveUnits();
  readonly conversions = new NaiveConversions();
  readonly market = new NaiveMarket();
  readonly operating = new NaiveOperating();
  readonly adjusting = new NaiveAdjusting();
  readonly correcting = new NaiveCorrecting();
  readonly fees = new NaiveFees();
  /** At most one of a user. */
  signIns: readonly NaiveSignIn[] = [];
  readonly p2p = new NaiveP2p();
  /** Users whose keys are refused. */
  readonly frozen = new Set<number>();
  /** The operator's freezes by user. */
  readonly freezes = new Map<number, readonly NaiveFreeze[]>();
  readonly pledging = new NaivePledging();
  /** Debt of each account as the last event about it says. */
  readonly reportedDebts = new Map<NaiveAccount, bigint>();
  events: CoreEvent[] = [];
  outcome: NaiveOutcome = {
    rejection: undefined,
    id: 0,
    replacedReduceOnly: false,
    repaidUsd: 0n,
    conversion: undefined,
    pledged: undefined,
    items: undefined,
  };

  constructor() {
    for (const realm of ["live", "demo"] as const) {
      const parent = this.users.length;
      this.addUser({ accountKind: "classic", realm, parent, openOrdersMax: 0 });
    }
  }

  /** Adds a user with the settings of a new one and returns its index. */
  addUser(
    fields: Pick<NaiveUser, "accountKind" | "realm" | "parent" | "openOrdersMax">,
    alias?: string,
  ): number {
    const index = this.users.length;
    this.users.push({
      ...fields,
      index,
      alias,
      openOrdersMax: fields.openOrdersMax === 0 ? OPEN_ORDERS_MAX_DEFAULT : fields.openOrdersMax,
      endedIds: new Map(),
      level: "basic",
      isQuestionnairePassed: false,
      hedgeCategories: new Set(),
      leverages: new Map(),
      isolated: new Set(),
      autoMargins: new Set(),
      coinLeverages: new Map(),
      review: undefined,
    });
    return index;
  }

  emit<K extends EventKind>(kind: K, fields: Plain<Untimed<K>>): void {
    const { seq, timeMs } = this;
    const event = { kind, seq, timeMs, ...fields } as unknown as CoreEvent;
    this.events.push(event);
    if (event.kind === "order_filled") this.correcting.sawFill(event);
    if (event.kind === "fund_moved") this.correcting.fundMoves.push(event);
  }

  /** Ids grow, and begin at seq × 1,024 for each command. */
  nextId(): number {
    const first = this.seq * IDS_PER_SEQ;
    this.lastId = Math.max(this.lastId + 1, first);
    return this.lastId;
  }

  rejectCommand(user: number, reason: Rejection): void {
    this.outcome.rejection = reason;
    this.emit("command_rejected", { user, reason });
  }

  account(
    user: number,
    wallet: Wallet,
    currency: number,
    instrument: number | undefined,
  ): NaiveAccount {
    for (const one of this.accounts) {
      const isSame = one.user === user && one.wallet === wallet && one.currency === currency;
      if (isSame && one.instrument === instrument) return one;
    }
    const account = { user, wallet, currency, instrument, balance: 0n };
    this.accounts.push(account);
    return account;
  }

  openOrdersOf(user: number): NaiveOrder[] {
    return this.orders.filter((order) => order.user === user);
  }

  /** Whether a coin is given away for practice: it is no wealth and pays no real debt. */
  isPlayMoney(currency: number): boolean {
    return this.currencies[currency]?.isPractice === true;
  }

  instrumentAt(index: number): NaiveInstrument {
    const instrument = this.instruments[index];
    if (instrument === undefined) throw new Error(`instrument ${index} is listed`);
    return instrument;
  }

  /** The user of this index, unless it is the exchange itself. */
  ordinary(index: number): NaiveUser | undefined {
    return index < 2 ? undefined : this.users[index];
  }

  userAt(index: number): NaiveUser {
    const user = this.users[index];
    if (user === undefined) throw new Error(`user ${index} exists`);
    return user;
  }
}
