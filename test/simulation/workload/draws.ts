/** What every draw of a command looks at and picks from: the exchange as it stands, and chance. */

import type { Category, MarginMode, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import { digitsOf } from "../naive/naive-client-ids.ts";
import { referenceOf } from "../naive/naive-prices.ts";
import type { NaiveInstrument, NaiveOrder } from "../naive/naive-records.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import type { Random } from "../random.ts";
import { INDEX_TICKS, LINES_COUNT } from "./founding.ts";
import type { Profile } from "./profile.ts";

const CLIENT_IDS_KEPT = 8;
const IDS_PER_COMMAND = 1_024;

/** Whether a command names what has the id, and no client id, by digits: every fourth time. */
export function goesByDigits(id: number): boolean {
  return Math.floor(id / IDS_PER_COMMAND) % 4 === 0;
}
/** Draws of a user before one of another realm will do. */
const ATTEMPTS = 40;

/** Draws one command, mostly of its kind; another where there is nothing to name yet. */
export type Draw = (draws: Draws) => CommandDraft;

export class Draws {
  readonly random: Random;
  readonly profile: Profile;
  /** Of the naive exchange: looked at, never changed. */
  readonly state: NaiveState;
  lastTransfer: DraftOf<"transfer"> | undefined;
  readonly #clientIds: string[] = [];
  #counter = 0;

  constructor(random: Random, profile: Profile, state: NaiveState) {
    this.random = random;
    this.profile = profile;
    this.state = state;
  }

  /** A number for names that must be new. */
  number(): number {
    return ++this.#counter;
  }

  user(): number {
    return this.random.pick(this.profile.people);
  }

  instrument(): NaiveInstrument {
    const { instruments } = this.profile;
    const index = this.random.chance(3)
      ? this.random.below(LINES_COUNT)
      : this.random.pick(instruments);
    return this.state.instrumentAt(index);
  }

  category(): Category {
    return this.instrument().category;
  }

  /** A user of the instrument's realm, if the profile has one. */
  traderOf(instrument: NaiveInstrument): number {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const user = this.user();
      if (this.state.userAt(user).realm === instrument.realm) return user;
    }
    return this.user();
  }

  middleOf(instrument: NaiveInstrument): number {
    const { indexPrice, isFutures, mark } = instrument;
    return (isFutures ? mark : referenceOf(instrument)) || indexPrice || INDEX_TICKS;
  }

  /** A conversion of sizes for a third of the orders; takes nothing from the random numbers. */
  sizing(instrument: NaiveInstrument, size: number): { readonly priceE6: number } | undefined {
    if (!instrument.isInverse || size % 3 !== 0) return undefined;
    return { priceE6: size % 7 === 0 ? 0 : this.middleOf(instrument) * 1_000_000 + size };
  }

  price(instrument: NaiveInstrument): number {
    const { spread } = this.profile;
    return Math.max(1, this.middleOf(instrument) + this.random.between(-spread, spread));
  }

  /**
   * Margin mode in which something opens: mostly the one there is. Follows from the size, so that
   * it takes no chance from other draws.
   */
  opening(instrument: NaiveInstrument, size: number): { marginMode: MarginMode } | undefined {
    if (!instrument.isFutures) return size % 29 === 28 ? { marginMode: "crossed" } : undefined;
    const mode = ({ 4: "isolated", 9: "crossed" } as const)[size % 10];
    return mode === undefined ? undefined : { marginMode: mode };
  }

  /** None, a new one, one that is used again, or that of something of the user that has ended. */
  clientOrderId(user?: number, of: "order" | "plan" = "order"): string {
    if (this.random.chance(55)) return "";
    if (user !== undefined && this.random.chance(6)) {
      const names = [...(this.state.users[user]?.endedIds.keys() ?? [])];
      const ended = names.filter((name) => name.startsWith(of));
      if (ended.length > 0) return this.random.pick(ended).slice(of.length + 1);
    }
    if (this.#clientIds.length > 0 && this.random.chance(8)) {
      return this.random.pick(this.#clientIds);
    }
    const id = `c${this.number()}`;
    this.#clientIds.push(id);
    if (this.#clientIds.length > CLIENT_IDS_KEPT) this.#clientIds.shift();
    return id;
  }

  size(): number {
    const random = this.random;
    return random.chance(10) ? random.between(1, 200) : random.between(1, 30);
  }

  order(): NaiveOrder | undefined {
    const { orders } = this.state;
    return orders.length === 0 ? undefined : this.random.pick(orders);
  }

  /**
   * The ids of an order as a client gives them: either one, or both. Some orders without a client
   * id go by the digits of their id.
   */
  named(order: NaiveOrder): { user: number; orderId: number; clientOrderId: string } {
    if (order.clientOrderId === "" && goesByDigits(order.id)) {
      return { user: order.user, orderId: 0, clientOrderId: digitsOf(order.id) };
    }
    const byClientId = order.clientOrderId !== "" && this.random.chance(40);
    const clientOrderId = byClientId || this.random.chance(10) ? order.clientOrderId : "";
    return { user: order.user, orderId: byClientId ? 0 : order.id, clientOrderId };
  }

  scope(): { user: number; category: Category; instrument: number } {
    const instrument = this.instrument();
    const user = this.traderOf(instrument);
    const isOne = this.random.chance(50);
    return { user, category: instrument.category, instrument: isOne ? instrument.index + 1 : 0 };
  }

  walletsOf(user: number): readonly Wallet[] {
    if (this.state.userAt(user).accountKind === "unified") return ["unified", "funding"];
    return ["spot", "usdt_futures", "coin_futures", "funding", "usdc_futures"];
  }
}
