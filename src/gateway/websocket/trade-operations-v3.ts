/** v3 trade operations (websocket.md section 7): the same validation and codes as REST. */

import { unreachable } from "../../core/assert.ts";
import type { CommandOutcome } from "../../core/outcome.ts";
import { wireId } from "../../wire/ids.ts";
import type { Principal } from "../auth/principal.ts";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { compileReader } from "../http/request-reader.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { WireError, wireError } from "../http/wire-error.ts";
import { OncePerBatch } from "../orders/once-per-batch.ts";
import type { OrderContext } from "../orders/order-context.ts";
import {
  type CancelOrderRequestV3,
  cancelOrderRequestV3,
  cancelOrderV3,
  type ModifyOrderRequestV3,
  modifyOrderRequestV3,
  modifyOrderV3,
  type PlaceOrderRequestV3,
  placeOrderRequestV3,
  placeOrderV3,
} from "../orders/v3-orders.ts";
import { rejectionError } from "../rejection-codes.ts";
import { errorFrame } from "./control-frames.ts";
import {
  type AnswerSink,
  defineBuckets,
  idJsonOf,
  jsonText,
  submitCommand,
  type TradeAccess,
  type TradeMessage,
  takeOperation,
} from "./trade-access.ts";

/** Orders in one batch (specification, Limits). */
export const BATCH_ORDERS_MAX = 20;

type Action = "place" | "modify" | "cancel";

interface Operation {
  readonly action: Action;
  readonly isBatch: boolean;
  /** The bucket of the REST endpoint that does the same. */
  readonly bucket: string;
  readonly perSecond: number;
}

const trade = (path: string): string => `POST /api/v3/trade/${path}`;

function operation(action: Action, isBatch: boolean, path: string, perSecond: number): Operation {
  return { action, isBatch, bucket: trade(path), perSecond };
}

const BATCH_PLACE = operation("place", true, "place-batch", 5);
const BATCH_MODIFY = operation("modify", true, "batch-modify-order", 10);
const BATCH_CANCEL = operation("cancel", true, "cancel-batch", 5);

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ["place-order", operation("place", false, "place-order", 10)],
  ["modify-order", operation("modify", false, "modify-order", 10)],
  ["cancel-order", operation("cancel", false, "cancel-order", 10)],
  ["batch-place", BATCH_PLACE],
  ["batch-place-order", BATCH_PLACE],
  ["batch-modify", BATCH_MODIFY],
  ["batch-modify-order", BATCH_MODIFY],
  ["batch-cancel", BATCH_CANCEL],
  ["batch-cancel-order", BATCH_CANCEL],
]);

/** Topics of v3 trade operations, aliases included. */
export const TRADE_TOPICS_V3: readonly string[] = [...OPERATIONS.keys()];

const readPlace = compileReader(placeOrderRequestV3, PARAMETER_ERRORS.v3);
const readModify = compileReader(modifyOrderRequestV3, PARAMETER_ERRORS.v3);
const readCancel = compileReader(cancelOrderRequestV3, PARAMETER_ERRORS.v3);

/** One request while its orders are under way. */
interface Request {
  readonly operation: Operation;
  readonly sink: AnswerSink;
  /** `"id":…,` or nothing. */
  readonly idMember: string;
  /** `"category":…,` or nothing: only echoed when it was sent. */
  readonly categoryMember: string;
  readonly topicJson: string;
}

type OrderCommand = ReturnType<typeof placeOrderV3 | typeof modifyOrderV3 | typeof cancelOrderV3>;

/** What an answer says about one order, whatever became of it. */
interface OrderEcho {
  readonly clientOid: string;
  readonly orderId: string;
  readonly symbol: string;
}

function isObject(value: WireValue): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(fields: WireObject, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** An argument with the category of its message and the one misspelt name of the samples. */
function completed(arg: WireObject, category: WireValue | undefined): WireObject {
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

/** The member list of one order in an answer, without braces. */
function orderMembers(request: Request, outcome: CommandOutcome, echo: OrderEcho) {
  const id = idOf(outcome);
  const orderId = id === null ? "null" : `"${id === 0 ? echo.orderId : wireId(id)}"`;
  const clientOid = jsonText(echo.clientOid);
  if (request.operation.action !== "place") return `"orderId":${orderId},"clientOid":${clientOid}`;
  const symbol = jsonText(echo.symbol);
  return (
    `"symbol":${symbol},"orderId":${orderId},"clientOid":${clientOid},` +
    `"cTime":"${outcome.timeMs}"`
  );
}

function answer(request: Request, argsJson: string, msg: string, nowMs: number): string {
  const { idMember, categoryMember, topicJson } = request;
  return (
    `{"event":"trade",${idMember}${categoryMember}"topic":${topicJson},` +
    `"args":[${argsJson}],"code":"0","msg":"${msg}","ts":"${nowMs}"}`
  );
}

/** Collects the answers of a batch and sends one message when all are there. */
class BatchAnswer {
  readonly #request: Request;
  readonly #items: string[];
  #missing: number;

  constructor(request: Request, count: number) {
    this.#request = request;
    this.#items = new Array<string>(count).fill("");
    this.#missing = count;
  }

  succeed(index: number, members: string, nowMs: number): void {
    this.#put(index, `{"code":"0","msg":"Success",${members}}`, nowMs);
  }

  fail(index: number, error: WireError, echo: OrderEcho, nowMs: number): void {
    const orderId = jsonText(echo.orderId);
    const clientOid = jsonText(echo.clientOid);
    const message = JSON.stringify(error.message);
    const item =
      `{"code":"${error.code}","msg":${message},` +
      `"orderId":${orderId},"clientOid":${clientOid}}`;
    this.#put(index, item, nowMs);
  }

  #put(index: number, item: string, nowMs: number): void {
    this.#items[index] = item;
    this.#missing -= 1;
    if (this.#missing > 0) return;
    const text = answer(this.#request, this.#items.join(","), "Success", nowMs);
    this.#request.sink.answer(text);
  }
}

export class TradeOperationsV3 {
  readonly #access: TradeAccess;

  constructor(access: TradeAccess) {
    this.#access = access;
    defineBuckets(access.limiter, new Set(OPERATIONS.values()));
  }

  /** Answers every request, at once or when its outcome is durable. */
  handle({ message, text, principal, connection }: TradeMessage): void {
    const { id, topic, category, args } = message;
    const operation = typeof topic === "string" ? OPERATIONS.get(topic) : undefined;
    const idJson = idJsonOf(id, text);
    if (operation === undefined || (id !== undefined && idJson === undefined)) {
      connection.answer(errorFrame(30016, operation === undefined ? "topic" : "id"));
      return;
    }
    const request: Request = {
      operation,
      sink: connection,
      idMember: idJson === undefined ? "" : `"id":${idJson},`,
      categoryMember: typeof category === "string" ? `"category":${jsonText(category)},` : "",
      topicJson: `"${topic}"`,
    };
    const refusal = this.#refusalOf(operation, principal, args);
    if (refusal !== undefined) {
      connection.answer(errorAnswer(request, refusal));
      return;
    }
    const { directory, nowMs } = this.#access;
    const context = { principal, directory, nowMs: nowMs() };
    const list = args as readonly WireValue[];
    if (operation.isBatch) this.#runBatch(request, context, list, category);
    else this.#runSingle(request, context, list[0], category);
  }

  /** Why the request as a whole is refused: account, permission, rate, number of arguments. */
  #refusalOf(
    operation: Operation,
    principal: Principal,
    args: WireValue | undefined,
  ): WireError | undefined {
    if (principal.accountKind !== "unified") return wireError("40084");
    if (!principal.permissions.has("uta_trade_write")) return wireError("40014", "uta_trade_write");
    const excess = takeOperation(this.#access.limiter, operation.bucket, principal);
    if (excess !== undefined) return excess;
    if (!Array.isArray(args) || args.length === 0) return wireError("40019", "args");
    if (operation.isBatch) {
      return args.length > BATCH_ORDERS_MAX ? wireError("40306", BATCH_ORDERS_MAX) : undefined;
    }
    return args.length > 1 ? wireError("25200", "args") : undefined;
  }

  #runSingle(
    request: Request,
    context: OrderContext,
    arg: WireValue | undefined,
    category: WireValue | undefined,
  ): void {
    const { sink } = request;
    const fields = fieldsOf(arg, category);
    const command = commandOf(request.operation.action, context, fields);
    if (command instanceof WireError) {
      sink.answer(errorAnswer(request, command));
      return;
    }
    const echo = echoOf(fields);
    const failed = (error: WireError): void => sink.answer(errorAnswer(request, error));
    const done = (outcome: CommandOutcome): void => {
      if (outcome.rejection !== undefined) {
        failed(rejectionError(outcome.rejection, "v3"));
        return;
      }
      const members = orderMembers(request, outcome, echo);
      sink.answer(answer(request, `{${members}}`, "success", this.#access.nowMs()));
    };
    submitCommand(this.#access, command, fields, { done, failed });
  }

  #runBatch(
    request: Request,
    context: OrderContext,
    args: readonly WireValue[],
    category: WireValue | undefined,
  ): void {
    const batch = new BatchAnswer(request, args.length);
    const once = new OncePerBatch();
    for (let index = 0; index < args.length; index += 1) {
      this.#runItem({ request, batch, index, once }, context, fieldsOf(args[index], category));
    }
  }

  #runItem(
    place: {
      readonly request: Request;
      readonly batch: BatchAnswer;
      readonly index: number;
      readonly once: OncePerBatch;
    },
    context: OrderContext,
    fields: WireObject | undefined,
  ): void {
    const { request, batch, index, once } = place;
    const echo = echoOf(fields);
    const command = commandOf(request.operation.action, context, fields, once);
    if (command instanceof WireError) {
      batch.fail(index, command, echo, context.nowMs);
      return;
    }
    const { nowMs } = this.#access;
    const failed = (error: WireError): void => batch.fail(index, error, echo, nowMs());
    const done = (outcome: CommandOutcome): void => {
      if (outcome.rejection !== undefined) failed(rejectionError(outcome.rejection, "v3"));
      else batch.succeed(index, orderMembers(request, outcome, echo), nowMs());
    };
    submitCommand(this.#access, command, fields, { done, failed });
  }
}

/** Null when reduce-only orders gave way: the new order is then found by its client id. */
function idOf(outcome: CommandOutcome): number | null {
  return outcome.replacedReduceOnly ? null : outcome.id;
}

/** Undefined when the argument is no object. */
function fieldsOf(
  arg: WireValue | undefined,
  category: WireValue | undefined,
): WireObject | undefined {
  return arg !== undefined && isObject(arg) ? completed(arg, category) : undefined;
}

function echoOf(fields: WireObject = {}): OrderEcho {
  return {
    clientOid: textOf(fields, "clientOid"),
    orderId: textOf(fields, "orderId"),
    symbol: textOf(fields, "symbol"),
  };
}

/** Reads one argument and makes its command, or says what is wrong with it or with its batch. */
function commandOf(
  action: Action,
  context: OrderContext,
  fields: WireObject | undefined,
  once?: OncePerBatch,
): OrderCommand | WireError {
  if (fields === undefined) return wireError("25200", "args");
  try {
    switch (action) {
      case "place":
        return placeOrderV3(context, readPlace(fields) as PlaceOrderRequestV3);
      case "modify": {
        const command = modifyOrderV3(context, readModify(fields) as ModifyOrderRequestV3);
        once?.take(command);
        return command;
      }
      case "cancel":
        return cancelOrderV3(context, readCancel(fields) as CancelOrderRequestV3);
      default:
        return unreachable(action);
    }
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error;
  }
}
