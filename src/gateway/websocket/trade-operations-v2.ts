/** v2 trade operations (websocket.md section 8.5): place-order and cancel-order, one at a time. */
import type { TradeEndpoint } from "../http/endpoint.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { WireError } from "../http/wire-error.ts";
import { cancelMixOrder } from "../rest-v2/mix/order/cancel-order.ts";
import { placeMixOrder } from "../rest-v2/mix/order/place-order.ts";
import { cancelSpotOrder } from "../rest-v2/spot/trade/cancel-order.ts";
import { placeSpotOrder } from "../rest-v2/spot/trade/place-order.ts";
import {
  admit,
  defineBuckets,
  idJsonOf,
  isObject,
  runEndpoint,
  type TradeAccess,
  type TradeMessage,
  tradeContext,
  tradeRefusal,
} from "./trade-access.ts";

/** Channels of v2 trade operations. */
export const TRADE_CHANNELS_V2 = ["place-order", "cancel-order"] as const;
type Channel = (typeof TRADE_CHANNELS_V2)[number];
type Line = "spot" | "mix";

type OrderEndpoint = typeof placeSpotOrder | typeof cancelSpotOrder;

/** The endpoint that each operation runs. */
export const TRADE_ENDPOINTS_V2: Readonly<Record<Line, Readonly<Record<Channel, OrderEndpoint>>>> =
  {
    spot: { "place-order": placeSpotOrder, "cancel-order": cancelSpotOrder },
    mix: { "place-order": placeMixOrder, "cancel-order": cancelMixOrder },
  };

/** Letters, digits and a few signs, at most 40 characters. */
const ID_PATTERN = /^[\w:#\-+\s]{1,40}$/;

interface Request {
  readonly endpoint: OrderEndpoint;
  readonly fields: WireObject;
  /** Members that every answer repeats, without braces. */
  readonly head: string;
}

/** Parses the only argument; returns the name of the faulty member otherwise. */
function readRequest(args: WireValue | undefined, text: string): Request | string {
  const arg = Array.isArray(args) && args.length === 1 ? args[0] : undefined;
  if (!isObject(arg)) return "args";
  const { id, instType, instId, params } = arg;
  const channel = TRADE_CHANNELS_V2.find((known) => known === arg["channel"]);
  const idJson = typeof id === "string" && ID_PATTERN.test(id) ? idJsonOf(id, text) : undefined;
  if (idJson === undefined) return "id";
  if (channel === undefined) return "channel";
  if (typeof instType !== "string") return "instType";
  if (typeof instId !== "string") return "instId";
  if (!isObject(params)) return "params";
  const line = instType.toUpperCase() === "SPOT" ? "spot" : "mix";
  const named = { ...params, symbol: instId };
  const fields = line === "spot" ? named : { ...named, productType: instType };
  const head =
    `"id":${idJson},"instType":${JSON.stringify(instType)},` +
    `"instId":${JSON.stringify(instId)},"channel":"${channel}"`;
  return { endpoint: TRADE_ENDPOINTS_V2[line][channel], fields, head };
}

function errorAnswer({ head }: Request, error: WireError): string {
  const message = JSON.stringify(error.message);
  return `{"event":"error","arg":[{${head}}],"code":${Number(error.code)},"msg":${message}}`;
}

/** `orderId` is absent when older reduce-only orders gave way. */
function answer(
  { head }: Request,
  reply: { readonly orderId?: string; readonly clientOid: string },
): string {
  const orderIdJson = reply.orderId === undefined ? "null" : `"${reply.orderId}"`;
  const params = `{"orderId":${orderIdJson},"clientOid":${JSON.stringify(reply.clientOid)}}`;
  return `{"event":"trade","arg":[{${head},"params":${params}}],"code":0,"msg":"Success"}`;
}

export class TradeOperationsV2 {
  readonly #access: TradeAccess;

  constructor(access: TradeAccess) {
    this.#access = access;
    defineBuckets(
      access.limiter,
      Object.values(TRADE_ENDPOINTS_V2).flatMap(Object.values<TradeEndpoint>),
    );
  }

  /** Answers every request: immediately, or when its outcome is durable. */
  handle(trade: TradeMessage): void {
    const { message, text, principal, connection } = trade;
    const request = readRequest(message["args"], text);
    if (typeof request === "string") {
      connection.answer(tradeRefusal(trade, 30016, request));
      return;
    }
    const { endpoint, fields } = request;
    const failed = (error: WireError): void => connection.answer(errorAnswer(request, error));
    try {
      admit(this.#access.limiter, endpoint, principal);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      failed(error);
      return;
    }
    const context = tradeContext(this.#access, "v2", principal, fields);
    runEndpoint(
      this.#access,
      endpoint as typeof placeSpotOrder,
      { context, sent: fields },
      {
        failed,
        done: (reply) => connection.answer(answer(request, reply)),
      },
    );
  }
}
