import type { PrivateChannels } from "../../channels/private/private-channels.ts";
import { TOPIC_CONTENTS } from "../../channels/private/private-topics.ts";
import type { LiquidationChannels } from "../../channels/public/liquidation-channels.ts";
import {
  type PublicChannel,
  type PublicChannels,
  publicChannelName,
} from "../../channels/public/public-channels.ts";
import { unreachable } from "../../core/base/assert.ts";
import { CATEGORIES, type Category, type Realm } from "../../core/base/vocabulary.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import type { Permission } from "../auth/permissions.ts";
import type { Principal } from "../auth/principal.ts";
import type { WireObject } from "../http/strict-json.ts";
import { type WireError, wireError } from "../http/wire-error.ts";
import { type ChannelRequest, describeArg, readChannelRequest } from "./channel-request.ts";
import type { Connection } from "./connection.ts";
import { acknowledgement, errorFrame, messageFrame } from "./control-frames.ts";
import type { WebSocketLimits } from "./websocket-limits.ts";

/** Parts of the exchange that subscriptions use. */
export interface SubscriptionAccess {
  readonly publicChannels: PublicChannels;
  readonly liquidationChannels: LiquidationChannels;
  readonly privateChannels: PrivateChannels;
  instrument(realm: Realm, category: Category, symbol: string): ListedInstrument | undefined;
  instrumentsOf(realm: Realm, category: Category): readonly ListedInstrument[];
  hasCurrency(code: string): boolean;
}

/** The subscriber: its key after login, and the realm of public channels. */
export interface Caller {
  readonly principal: Principal | undefined;
  readonly realm: Realm;
}

type PrivateRequest = Exclude<ChannelRequest, { scope: "public" | "liquidation" }>;

/** Contents of private channels that are not restricted to a symbol. */
const SYMBOLLESS: ReadonlySet<string> = new Set(["balances", "margin_balances", "equity"]);

/** Returns the permission of the REST endpoints that answer what a private channel pushes. */
function permissionOf(request: PrivateRequest): Permission {
  if (request.scope === "classic") return "read";
  return TOPIC_CONTENTS[request.topic] === "balances" ? "uta_mgt_read" : "uta_trade_read";
}

/**
 * Reason for which a key may not subscribe to a private channel: kind of account or permissions.
 */
function refusalOf(request: PrivateRequest, principal: Principal): WireError | undefined {
  if (request.scope === "unified" && principal.accountKind === "classic") return wireError("40084");
  if (request.scope === "classic" && principal.accountKind === "unified") return wireError("40085");
  const needed = permissionOf(request);
  return principal.permissions.has(needed) ? undefined : wireError("40014", needed);
}

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #connection: Connection;
  readonly #access: SubscriptionAccess;
  readonly #limits: WebSocketLimits;
  /** Function that ends each subscription, by the name of its channel. */
  readonly #open = new Map<string, () => void>();

  constructor(connection: Connection, access: SubscriptionAccess, limits: WebSocketLimits) {
    this.#connection = connection;
    this.#access = access;
    this.#limits = limits;
  }

  /** Number of open subscriptions. */
  get count(): number {
    return this.#open.size;
  }

  /** Sends the acknowledgement, then the snapshot if the channel has one; or an error. */
  open(arg: WireObject, caller: Caller): void {
    const argJson = JSON.stringify(arg);
    const request = readChannelRequest(arg);
    if (request === undefined) {
      this.#connection.answer(errorFrame(30001, describeArg(arg), argJson));
      return;
    }
    if (request.scope === "public") this.#openPublic(request, arg, caller.realm);
    else if (request.scope === "liquidation") this.#openLiquidation(request, argJson, caller.realm);
    else this.#openPrivate(request, arg, caller.principal);
  }

  /** Sends the acknowledgement, also for a channel without a subscription. */
  close(arg: WireObject, caller: Caller): void {
    const request = readChannelRequest(arg);
    if (request !== undefined) this.#end(this.#nameOf(request, caller.realm));
    this.#connection.answer(acknowledgement("unsubscribe", JSON.stringify(arg)));
  }

  closeAll(): void {
    for (const end of this.#open.values()) end();
    this.#open.clear();
  }

  #end(name: string): void {
    this.#open.get(name)?.();
    this.#open.delete(name);
  }

  /**
   * Acknowledges a subscription, which replaces one to the same channel; refuses another one beyond
   * the limit.
   */
  #begins(name: string, argJson: string): boolean {
    if (!this.#open.has(name) && this.#open.size >= this.#limits.channelsMax) {
      this.#connection.answer(errorFrame(30006, "", argJson));
      return false;
    }
    this.#end(name);
    this.#connection.answer(acknowledgement("subscribe", argJson));
    return true;
  }

  #openPublic(
    request: Extract<ChannelRequest, { scope: "public" }>,
    arg: WireObject,
    realm: Realm,
  ): void {
    const argJson = JSON.stringify(arg);
    const channels = this.#publicChannelsOf(request, realm);
    if (channels.length === 0) {
      this.#connection.answer(errorFrame(30001, describeArg(arg), argJson));
      return;
    }
    const name = this.#nameOf(request, realm);
    if (!this.#begins(name, argJson)) return;
    const member = { subscriber: this.#connection, argJson: request.argJson };
    const ends = channels.map((one) => this.#access.publicChannels.open(one, member));
    this.#open.set(name, () => {
      for (const end of ends) end();
    });
  }

  #openLiquidation(
    request: Extract<ChannelRequest, { scope: "liquidation" }>,
    argJson: string,
    realm: Realm,
  ): void {
    const name = this.#nameOf(request, realm);
    if (!this.#begins(name, argJson)) return;
    const member = { subscriber: this.#connection, argJson: request.argJson };
    const channel = { realm, category: request.category };
    this.#open.set(name, this.#access.liquidationChannels.open(channel, member));
  }

  #openPrivate(request: PrivateRequest, arg: WireObject, principal: Principal | undefined): void {
    const argJson = JSON.stringify(arg);
    if (principal === undefined) {
      this.#connection.answer(errorFrame(30004, "", argJson));
      return;
    }
    const refusal = refusalOf(request, principal);
    if (refusal !== undefined) {
      this.#connection.answer(messageFrame(Number(refusal.code), refusal.message, argJson));
      return;
    }
    if (!this.#canPush(request, principal.realm)) {
      this.#connection.answer(errorFrame(30001, describeArg(arg), argJson));
      return;
    }
    const name = this.#nameOf(request, principal.realm);
    if (!this.#begins(name, argJson)) return;
    const member = { subscriber: this.#connection, argJson: request.argJson };
    const end = this.#access.privateChannels.open(request, principal.userIndex, member);
    this.#open.set(name, end);
  }

  /**
   * Whether the symbol and the coin that a private channel is restricted to exist; otherwise it
   * would never push. Channels of balances ignore the symbol.
   */
  #canPush(request: PrivateRequest, realm: Realm): boolean {
    const { category, symbol, topic } = request;
    const isClassic = request.scope === "classic";
    if (isClassic && request.coin !== undefined && !this.#access.hasCurrency(request.coin)) {
      return false;
    }
    if (symbol === undefined || SYMBOLLESS.has(TOPIC_CONTENTS[topic])) return true;
    // Orders of classic margin, which have no category, are on spot pairs.
    const all = isClassic ? (["spot"] as const) : CATEGORIES;
    const categories = category === undefined ? all : [category];
    return categories.some((one) => this.#access.instrument(realm, one, symbol) !== undefined);
  }

  /** Returns the channel of the symbol, or those of all instruments; none if it is not listed. */
  #publicChannelsOf(
    { dialect, topic, category, symbol }: Extract<ChannelRequest, { scope: "public" }>,
    realm: Realm,
  ): PublicChannel[] {
    if (symbol === undefined) {
      const listed = this.#access.instrumentsOf(realm, category);
      return listed.map((instrument) => ({ dialect, topic, instrument }));
    }
    const instrument = this.#access.instrument(realm, category, symbol);
    return instrument === undefined ? [] : [{ dialect, topic, instrument }];
  }

  /** Name of a subscription; equal names mean the same subscription. */
  #nameOf(request: ChannelRequest, realm: Realm): string {
    switch (request.scope) {
      case "public": {
        const { topic, symbol } = request;
        if (symbol === undefined) return `public ${topic.kind}`;
        const [channel] = this.#publicChannelsOf(request, realm);
        return channel === undefined ? "" : publicChannelName(channel);
      }
      case "liquidation":
        return `liquidation ${request.category}`;
      case "unified":
        return `unified ${request.topic} ${request.category ?? ""} ${request.symbol ?? ""}`;
      case "classic": {
        const { topic, category, symbol, coin } = request;
        return `classic ${topic} ${category ?? ""} ${symbol ?? ""} ${coin ?? ""}`;
      }
      default:
        return unreachable(request);
    }
  }
}
