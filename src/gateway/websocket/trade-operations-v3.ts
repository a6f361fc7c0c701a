/** v3 trade operations (websocket.md section 7): each runs the equivalent REST endpoint. */
import type { Static, TSchema } from "typebox";
import { assert } from "../../core/base/assert.ts";
import type { Principal } from "../auth/principal.ts";
import type { TradeEndpoint } from "../http/endpoint.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { WireError, wireError } from "../http/wire-error.ts";
import { cancelBatch } from "../rest-v3/trade/cancel-batch.ts";
import { cancelOrder } from "../rest-v3/trade/cancel-order.ts";
import { modifyBatch } from "../rest-v3/trade/modify-batch.ts";
import { modifyOrder } from "../rest-v3/trade/modify-order.ts";
import {
  BATCH_ORDERS_MAX,
  type OrderReply,
  type OrderResult,
  PLACED_AT_MS,
} from "../rest-v3/trade/order-replies.ts";
import { placeBatch } from "../rest-v3/trade/place-batch.ts";
import { placeOrder } from "../rest-v3/trade/place-order.ts";
import {
  type AnswerSink,
  admit,
  defineBuckets,
  idJsonOf,
  isObject,
  jsonText,
  runEndpoint,
  type TradeAccess,
  type TradeMessage,
  textOf,
  tradeContext,
  tradeRefusal,
} from "./trade-access.ts";

/** Operation on one order or on a batch. */
type Operation =
  | { readonly isBatch: false; readonly isPlacing: boolean; readonly endpoint: typeof placeOrder }
  | { readonly isBatch: true; readonly isPlacing: boolean; readonly endpoint: typeof placeBatch };

const single = (endpoint: typeof placeOrder): Operation => {
  return { isBatch: false, isPlacing: endpoint === placeOrder, endpoint };
};
const batch = (endpoint: typeof placeBatch): Operation => {
  return { isBatch: true, isPlacing: endpoint === placeBatch, endpoint };
};

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ["place-order", single(placeOrder)],
  ["modify-order", single(modifyOrder)],
  ["cancel-order", single(cancelOrder)],
  ["batch-place", batch(placeBatch)],
  ["batch-place-order", batch(placeBatch)],
  ["batch-modify", batch(modifyBatch)],
  ["batch-modify-order", batch(modifyBatch)],
  ["batch-cancel", batch(cancelBatch)],
  ["batch-cancel-order", batch(cancelBatch)],
]);

/** Endpoint that each operation runs, by topic. */
export const TRADE_ENDPOINTS_V3: ReadonlyMap<
  string,
  { readonly endpoint: TradeEndpoint; readonly isBatch: boolean }
> = OPERATIONS;

/** Topics of v3 trade operations, aliases included. */
export const TRADE_TOPICS_V3: readonly string[] = [...OPERATIONS.keys()];

/** A request whose orders are in progress. */
interface Request {
  readonly operation: Operation;
  readonly principal: Principal;
  readonly sink: AnswerSink;
  /** `"id":…,` or empty. */
  readonly idMember: string;
  /** `"category":…,` or empty; echoed only if it was sent. */
  readonly categoryMember: string;
  readonly topicJson: string;
}

/**
 * Returns an argument with the category of its message, and with the one misspelt name of the
 * samples corrected.
 */
function completed(arg: WireValue | undefined, category: WireValue | undefined): WireValue {
  if (!isObject(arg)) return arg ?? null;
  const needsCategory = arg["category"] === undefined && category !== undefined;
  const needsClientOid = arg["clientOid"] === undefined && arg["clientId"] !== undefined;
  if (!needsCategory && !needsClientOid) return arg;
  const fields: Record<string, WireValue> = { ...arg };
  if (needsCategory) fields["category"] = category;
  if (needsClientOid) fields["clientOid"] = arg["clientId"] ?? "";
  return fields;
}

function errorAnswer(request: Request, error: WireError): string {
  const { idMember, categoryMember, topicJson } = request;
  const message = JSON.stringify(error.message);
  return (
    `{"event":"error",${idMember}${categoryMember}"topic":${topicJson},` +
    `"code":"${error.code}","msg":${message}}`
  );
}

const NO_FIELDS: WireObject = Object.freeze({});

/** Returns the members of one order in an answer, without braces. */
function orderMembers(request: Request, sent: WireValue, reply: OrderReply): string {
  const fields = isObject(sent) ? sent : NO_FIELDS;
  const orderId = reply.orderId === null ? "null" : `"${reply.orderId}"`;
  const clientOid = jsonText(reply.clientOid);
  if (!request.operation.isPlacing) return `"orderId":${orderId},"clientOid":${clientOid}`;
  const symbol = jsonText(textOf(fields, "symbol"));
  const placedAtMs = reply[PLACED_AT_MS];
  assert(placedAtMs !== undefined, "the reply to a placed order has its time");
  return (
    `"symbol":${symbol},"orderId":${orderId},"clientOid":${clientOid},` + `"cTime":"${placedAtMs}"`
  );
}

/** Returns one order of a batch in its answer. */
function itemJson(request: Request, sent: WireValue, result: OrderResult): string {
  if (result.code === "00000") {
    return `{"code":"0","msg":"Success",${orderMembers(request, sent, result)}}`;
  }
  const fields = isObject(sent) ? sent : NO_FIELDS;
  const refused = notAnObject();
  const { code, msg } = isObject(sent) ? result : { code: refused.code, msg: refused.message };
  const message = JSON.stringify(msg);
  const orderId = jsonText(textOf(fields, "orderId"));
  const clientOid = jsonText(textOf(fields, "clientOid"));
  return `{"code":"${code}","msg":${message},"orderId":${orderId},"clientOid":${clientOid}}`;
}

function notAnObject(): WireError {
  return wireError("25200", "args");
}

function answer(request: Request, argsJson: string, msg: string, nowMs: number): string {
  const { idMember, categoryMember, topicJson } = request;
  return (
    `{"event":"trade",${idMember}${categoryMember}"topic":${topicJson},` +
    `"args":[${argsJson}],"code":"0","msg":"${msg}","ts":"${nowMs}"}`
  );
}

/** Returns the arguments of a request; throws if there are none or too many. */
function argumentsOf({ isBatch }: Operation, args: WireValue | undefined): readonly WireValue[] {
  if (!Array.isArray(args) || args.length === 0) throw wireError("40019", "args");
  if (isBatch && args.length > BATCH_ORDERS_MAX) throw wireError("40306", BATCH_ORDERS_MAX);
  if (!isBatch && args.length > 1) throw wireError("25200", "args");
  return args;
}

export class TradeOperationsV3 {
  readonly #access: TradeAccess;

  constructor(access: TradeAccess) {
    this.#access = access;
    const endpoints = [...OPERATIONS.values()].map(({ endpoint }): TradeEndpoint => endpoint);
    defineBuckets(access.limiter, endpoints);
  }

  /** Answers every request: immediately, or when its outcome is durable. */
  handle(trade: TradeMessage): void {
    const { message, text, principal, connection } = trade;
    const { id, topic, category, args } = message;
    const operation = typeof topic === "string" ? OPERATIONS.get(topic) : undefined;
    const idJson = idJsonOf(id, text);
    if (operation === undefined || (id !== undefined && idJson === undefined)) {
      const faulty = operation === undefined ? "topic" : "id";
      connection.answer(tradeRefusal(trade, 30016, faulty));
      return;
    }
    const request: Request = {
      operation,
      principal,
      sink: connection,
      idMember: idJson === undefined ? "" : `"id":${idJson},`,
      categoryMember: typeof category === "string" ? `"category":${jsonText(category)},` : "",
      topicJson: `"${topic}"`,
    };
    try {
      admit(this.#access.limiter, operation.endpoint, principal);
      const sent = argumentsOf(operation, args).map((arg) => completed(arg, category));
      if (operation.isBatch) this.#runBatch(request, operation.endpoint, sent);
      else this.#runSingle(request, operation.endpoint, sent[0] ?? null);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      connection.answer(errorAnswer(request, error));
    }
  }

  #runSingle(request: Request, endpoint: typeof placeOrder, sent: WireValue): void {
    if (!isObject(sent)) throw notAnObject();
    this.#run(request, endpoint, sent, (reply) => {
      const members = orderMembers(request, sent, reply);
      return answer(request, `{${members}}`, "success", this.#access.nowMs());
    });
  }

  #runBatch(request: Request, endpoint: typeof placeBatch, sent: readonly WireValue[]): void {
    this.#run(request, endpoint, sent, (results) => {
      const items = results.map((result, index) => itemJson(request, sent[index] ?? null, result));
      return answer(request, items.join(","), "Success", this.#access.nowMs());
    });
  }

  /** Runs the endpoint and answers with its reply in the form of `answerTo`, or with its error. */
  #run<R extends TSchema>(
    request: Request,
    endpoint: TradeEndpoint<R>,
    sent: WireValue,
    answerTo: (reply: Static<R>) => string,
  ): void {
    const context = tradeContext(this.#access, "v3", request.principal, sent);
    runEndpoint(
      this.#access,
      endpoint,
      { context, sent },
      {
        failed: (error) => request.sink.answer(errorAnswer(request, error)),
        done: (reply) => request.sink.answer(answerTo(reply)),
      },
    );
  }
}
