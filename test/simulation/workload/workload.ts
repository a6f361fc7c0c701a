/** Draws one command after the other, with an eye on what stands in the books. */
import { unreachable } from "../../../src/core/assert.ts";
import type { CommandKind } from "../../../src/core/commands.ts";
import { type Category, STP_MODES, type Wallet } from "../../../src/core/vocabulary.ts";
import { freeMargin } from "../naive/naive-money.ts";
import type { NaiveInstrument, NaiveOrder, NaiveState } from "../naive/naive-state.ts";
import { isHedged } from "../naive/naive-state.ts";
import type { Random } from "../random.ts";
import { spoiled } from "./bad-commands.ts";
import { FIRST_PERSON, founding, INDEX_TICKS, PEOPLE_COUNT } from "./founding.ts";
import type { Profile } from "./profiles.ts";
import { type Unstamped, type UnstampedOf, unstamped } from "./unstamped.ts";

const CLIENT_IDS_KEPT = 8;

export class Workload {
  readonly #random: Random;
  readonly #profile: Profile;
  readonly #state: NaiveState;
  readonly #founding: Unstamped[];
  readonly #clientIds: string[] = [];
  #counter = 0;
  #lastTransfer: ReturnType<typeof unstamped<"transfer">> | undefined;

  /** `state` is looked at, never changed. */
  constructor(random: Random, profile: Profile, state: NaiveState) {
    this.#random = random;
    this.#profile = profile;
    this.#state = state;
    this.#founding = founding(random, profile).reverse();
  }

  get isFounding(): boolean {
    return this.#founding.length > 0;
  }

  next(): Unstamped {
    const first = this.#founding.pop();
    if (first !== undefined) return first;
    if (this.#random.chance(6)) {
      const halted = this.#state.instruments.some((one) => one.status !== "online");
      if (halted) return this.#status();
    }
    const command = this.#draw(this.#random.weighted(this.#profile.weights));
    if (!this.#random.chance(this.#profile.badPercent)) return command;
    return spoiled(command, this.#random, this.#state);
  }

  #draw(kind: CommandKind): Unstamped {
    switch (kind) {
      case "place_order":
        return this.#placing();
      case "amend_order":
        return this.#amendment();
      case "replace_order":
        return this.#replacement();
      case "cancel_order":
        return this.#cancellation();
      case "cancel_orders":
        return unstamped("cancel_orders", this.#scope());
      case "close_positions":
        return this.#closing();
      case "set_leverage": {
        const instrument = this.#instrument();
        const leverage = 1 + this.#random.below(Math.max(1, instrument.leverageMax));
        return unstamped(kind, { user: this.#user(), instrument: instrument.index, leverage });
      }
      case "set_position_mode": {
        const isHedge = this.#random.chance(this.#profile.hedgePercent);
        return unstamped(kind, { user: this.#user(), category: this.#category(), isHedge });
      }
      case "tick":
        return unstamped(kind, {});
      case "set_index_prices":
        return this.#indexPrices();
      case "transfer":
        return this.#transfer();
      case "credit":
        return this.#credit();
      case "set_instrument_status":
        return this.#status();
      default:
        return this.#founder(kind);
    }
  }

  #founder(
    kind: "create_user" | "create_key" | "delete_key" | "list_currency" | "list_instrument",
  ): Unstamped {
    const random = this.#random;
    const number = ++this.#counter;
    switch (kind) {
      case "create_user": {
        const parent = random.chance(80) ? FIRST_PERSON + 1 : 0;
        const terms = { accountKind: "classic", realm: "live", openOrdersMax: 0 } as const;
        return unstamped(kind, { ...terms, parent, name: `guest ${number}` });
      }
      case "create_key":
        return unstamped(kind, {
          user: random.chance(70) ? FIRST_PERSON : this.#user(),
          apiKey: `key-${number}`,
          keyKind: "hmac",
          sealedSecret: Uint8Array.from({ length: random.below(40) }, (_, at) => at * 7),
          passphraseHash: "hash",
          permissions: "read,trade",
          ipList: "",
        });
      case "delete_key": {
        const key = this.#state.keys[random.below(Math.max(1, this.#state.keys.length))];
        const { user, apiKey } = key ?? { user: FIRST_PERSON, apiKey: "none" };
        return unstamped(kind, { user, apiKey });
      }
      case "list_currency": {
        const decimals = random.below(9);
        return unstamped(kind, { code: `COIN${number}`, decimals, isPractice: false });
      }
      case "list_instrument": {
        const like = this.#state.instrumentAt(random.below(6));
        const { index: _, isFutures: __, status: ___, ...terms } = like;
        return unstamped(kind, { ...terms, symbol: `LIKE${number}` });
      }
      default:
        return unreachable(kind);
    }
  }

  #user(): number {
    return FIRST_PERSON + this.#random.below(PEOPLE_COUNT);
  }

  #instrument(): NaiveInstrument {
    const { instruments } = this.#profile;
    const index = this.#random.chance(3) ? this.#random.below(7) : this.#random.pick(instruments);
    return this.#state.instrumentAt(index);
  }

  #category(): Category {
    return this.#instrument().category;
  }

  /** A user of the instrument's realm. */
  #traderOf(instrument: NaiveInstrument): number {
    for (;;) {
      const user = this.#user();
      if (this.#state.userAt(user).realm === instrument.realm) return user;
    }
  }

  #middleOf(instrument: NaiveInstrument): number {
    const { indexPrice, isFutures, last, mark } = instrument;
    return (isFutures ? mark : last) || indexPrice || INDEX_TICKS;
  }

  #price(instrument: NaiveInstrument): number {
    const { spread } = this.#profile;
    return Math.max(1, this.#middleOf(instrument) + this.#random.between(-spread, spread));
  }

  #clientOrderId(): string {
    if (this.#random.chance(55)) return "";
    if (this.#clientIds.length > 0 && this.#random.chance(8)) {
      return this.#random.pick(this.#clientIds);
    }
    const id = `c${++this.#counter}`;
    this.#clientIds.push(id);
    if (this.#clientIds.length > CLIENT_IDS_KEPT) this.#clientIds.shift();
    return id;
  }

  #size(): number {
    const random = this.#random;
    return random.chance(10) ? random.between(1, 200) : random.between(1, 30);
  }

  #placing(): UnstampedOf<"place_order"> & Unstamped {
    const opening = this.#opening();
    const { reduceOnlyPercent } = this.#profile;
    return this.#random.chance(reduceOnlyPercent) ? this.#closingOf(opening) : opening;
  }

  /** The same order made to close a position of its user, whole, in part or by a lot too much. */
  #closingOf(opening: UnstampedOf<"place_order"> & Unstamped): typeof opening {
    const random = this.#random;
    const { user, instrument: index } = opening;
    const held = this.#state.positions.filter(
      (one) => one.user === user && one.instrument === index,
    );
    if (held.length === 0) return opening;
    const { side, size } = random.pick(held);
    const isHedge = isHedged(this.#state.userAt(user), this.#state.instrumentAt(index));
    return unstamped("place_order", {
      ...opening,
      side: side === "long" ? "sell" : "buy",
      positionSide: isHedge ? side : "net",
      reduceOnly: !isHedge,
      size: random.pick([1 + random.below(size), size, Math.ceil(size / 2), size + 1]),
    });
  }

  #opening(): UnstampedOf<"place_order"> & Unstamped {
    const random = this.#random;
    const profile = this.#profile;
    const instrument = this.#instrument();
    const user = this.#traderOf(instrument);
    const isMarket = random.chance(profile.marketPercent);
    const side = random.chance(profile.buyPercent) ? "buy" : "sell";
    const isByQuote = isMarket && side === "buy" && !instrument.isFutures;
    const isHedge = instrument.isFutures && isHedged(this.#state.userAt(user), instrument);
    const size = this.#size();
    const quoteAmount = isByQuote
      ? BigInt(this.#middleOf(instrument)) * instrument.scale * BigInt(size) +
        BigInt(random.chance(60) ? 0 : random.below(1_000_000))
      : 0n;
    const mayReduce = instrument.isFutures && !isHedge;
    return unstamped("place_order", {
      user,
      instrument: instrument.index,
      side,
      orderType: isMarket ? "market" : "limit",
      timeInForce: random.weighted({ gtc: 70, ioc: 12, fok: 8, post_only: 10 }),
      positionSide: isHedge ? random.pick(["long", "short"] as const) : "net",
      reduceOnly: mayReduce && random.chance(profile.reduceOnlyPercent),
      stpMode: random.chance(profile.stpPercent) ? random.pick(STP_MODES) : "none",
      price: isMarket ? 0 : this.#price(instrument),
      size: isByQuote ? 0 : size,
      quoteAmount,
      clientOrderId: this.#clientOrderId(),
      source: random.pick(["api", "web"] as const),
    });
  }

  #order(): NaiveOrder | undefined {
    const { orders } = this.#state;
    return orders.length === 0 ? undefined : this.#random.pick(orders);
  }

  /** The ids of an order as a client gives them: either one, or both. */
  #named(order: NaiveOrder): { user: number; orderId: number; clientOrderId: string } {
    const byClientId = order.clientOrderId !== "" && this.#random.chance(40);
    const clientOrderId = byClientId || this.#random.chance(10) ? order.clientOrderId : "";
    return { user: order.user, orderId: byClientId ? 0 : order.id, clientOrderId };
  }

  #amendment(): Unstamped {
    const random = this.#random;
    const order = this.#order();
    if (order === undefined) return this.#placing();
    const instrument = this.#state.instrumentAt(order.instrument);
    const price = random.chance(50) ? 0 : this.#price(instrument);
    const reduced = Math.max(1, order.size - random.below(order.size));
    const size = random.chance(40) ? 0 : random.pick([reduced, order.size + this.#size()]);
    const autoCancel = random.chance(15);
    return unstamped("amend_order", { ...this.#named(order), price, size, autoCancel });
  }

  #replacement(): Unstamped {
    const random = this.#random;
    const order = this.#order();
    if (order === undefined) return this.#placing();
    const { instrument } = order;
    const price = random.chance(40) ? 0 : this.#price(this.#state.instrumentAt(instrument));
    const size = random.chance(40) ? 0 : this.#size();
    const newClientOrderId = this.#clientOrderId();
    const terms = { ...this.#named(order), instrument, price, size, newClientOrderId };
    return unstamped("replace_order", terms);
  }

  #cancellation(): Unstamped {
    const order = this.#order();
    if (order === undefined) return this.#placing();
    return unstamped("cancel_order", this.#named(order));
  }

  #scope(): { user: number; category: Category; instrument: number } {
    const instrument = this.#instrument();
    const user = this.#traderOf(instrument);
    const isOne = this.#random.chance(50);
    return { user, category: instrument.category, instrument: isOne ? instrument.index + 1 : 0 };
  }

  #closing(): Unstamped {
    const random = this.#random;
    const { positions } = this.#state;
    const position = positions.length === 0 ? undefined : random.pick(positions);
    const scope = this.#scope();
    if (position !== undefined && random.chance(80)) {
      scope.user = position.user;
      scope.category = this.#state.instrumentAt(position.instrument).category;
      scope.instrument = random.chance(50) ? position.instrument + 1 : 0;
    }
    const positionSide = random.pick(["net", "net", "long", "short"] as const);
    return unstamped("close_positions", { ...scope, positionSide, source: "api" });
  }

  #indexPrices(): Unstamped {
    const random = this.#random;
    const instruments: number[] = [];
    const prices: number[] = [];
    const step = random.chance(8) ? 120 : 6;
    for (let index = 0; index < 6; index++) {
      if (random.chance(50)) continue;
      const { indexPrice } = this.#state.instrumentAt(index);
      instruments.push(index);
      prices.push(Math.max(120, indexPrice + random.between(-step, step)));
    }
    return unstamped("set_index_prices", { instruments, prices });
  }

  #walletsOf(user: number): readonly Wallet[] {
    if (this.#state.userAt(user).accountKind === "unified") return ["unified", "funding"];
    return ["spot", "usdt_futures", "coin_futures", "funding", "usdc_futures"];
  }

  /** Now and then the last transfer again, as a client that missed the answer sends it. */
  /** A share of the balance, or all that is free with open profit counted in, which is too much. */
  #movable(user: number, wallet: Wallet, currency: number): bigint {
    const { balance } = this.#state.account(user, wallet, currency, undefined);
    if (this.#random.chance(30)) {
      const { free } = freeMargin(this.#state, this.#state.userAt(user), { wallet, currency });
      if (free > 0n) return free;
    }
    const share = BigInt(this.#random.pick([1, 20, 70, 100, 101]));
    return ((balance > 0n ? balance : 5n) * share) / 100n;
  }

  #transfer(): Unstamped {
    const random = this.#random;
    const last = this.#lastTransfer;
    if (last !== undefined && random.chance(12)) {
      return unstamped("transfer", {
        ...last,
        amount: last.amount + (random.chance(70) ? 0n : 1n),
      });
    }
    const transfer = this.#newTransfer();
    this.#lastTransfer = transfer;
    return transfer;
  }

  #newTransfer() {
    const random = this.#random;
    const fromUser = this.#user();
    const { parent } = this.#state.userAt(fromUser);
    const family = this.#state.users.filter((one) => one.parent === parent);
    const toUser = random.chance(40) ? random.pick(family).index : fromUser;
    const currency = random.below(5);
    const fromWallet = random.pick(this.#walletsOf(fromUser));
    const amount = this.#movable(fromUser, fromWallet, currency);
    return unstamped("transfer", {
      fromUser,
      fromWallet,
      toUser,
      toWallet: random.pick(this.#walletsOf(toUser)),
      currency,
      amount,
      clientTransferId: random.chance(50) ? "" : `t${++this.#counter}`,
    });
  }

  #credit(): Unstamped {
    const user = this.#user();
    const wallet = this.#random.pick(this.#walletsOf(user));
    const amount = BigInt(this.#random.below(2_000_000_000));
    return unstamped("credit", { user, wallet, currency: this.#random.below(5), amount });
  }

  /** A halted instrument is soon online again. */
  #status(): Unstamped {
    const halted = this.#state.instruments.find((one) => one.status !== "online");
    const instrument = halted ?? this.#instrument();
    const status =
      halted === undefined ? this.#random.pick(["halted", "offline"] as const) : "online";
    return unstamped("set_instrument_status", { instrument: instrument.index, status });
  }
}
