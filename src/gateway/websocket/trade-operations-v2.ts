/** v2 trade operations (websocket.md section 8.5): place-order and cancel-order, one at a time. */
import { wireId } from "../../wire/ids.ts";
import type { Permission } from "../auth/permissions.ts";
import type { Principal } from "../auth/principal.ts";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { compileReader } from "../http/request-reader.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { WireError, wireError } from "../http/wire-error.ts";
import type { OrderContext } from "../orders/order-context.ts";
import {
  type CancelMixOrderRequestV2,
  type CancelSpotOrderRequestV2,
  cancelMixOrderRequestV2,
  cancelMixOrderV2,
  cancelSpotOrderRequestV2,
  cancelSpotOrderV2,
  type PlaceMixOrderRequestV2,
  type PlaceSpotOrderRequestV2,
  placeMixOrderRequestV2,
  placeMixOrderV2,
  placeSpotOrderRequestV2,
  placeSpotOrderV2,
} from "../orders/v2-orders.ts";
import { rejectionError } from "../rejection-codes.ts";
import { errorFrame } from "./control-frames.ts";
import {
  defineBuckets,
  idJsonOf,
  submitCommand,
  type TradeAccess,
  type TradeMessage,
  takeOperation,
} from "./trade-access.ts";

/** Channels of v2 trade operations. */
export const TRADE_CHANNELS_V2 = ["place-order", "cancel-order"] as const;
type Channel = (typeof TRADE_CHANNELS_V2)[number];
type Line = "spot" | "mix";

const BUCKETS: Readonly<Record<Line, Readonly<Record<Channel, string>>>> = {
  spot: {
    "place-order": "POST /api/v2/spot/trade/place-order",
    "cancel-order": "POST /api/v2/spot/trade/cancel-order",
  },
  mix: {
    "place-order": "POST /api/v2/mix/order/place-order",
    "cancel-order": "POST /api/v2/mix/order/cancel-order",
  },
};
const PER_SECOND = 10;

const PERMISSIONS: Readonly<Record<Line, Permission>> = {
  spot: "spot_trade",
  mix: "contract_trade",
};

/** Letters, digits and a few signs, at most 40 characters. */
const ID_PATTERN = /^[\w:#\-+\s]{1,40}$/;

const readSpot = compileReader(placeSpotOrderRequestV2, PARAMETER_ERRORS.v2);
const readMix = compileReader(placeMixOrderRequestV2, PARAMETER_ERRORS.v2);
const readSpotCancel = compileReader(cancelSpotOrderRequestV2, PARAMETER_ERRORS.v2);
const readMixCancel = compileReader(cancelMixOrderRequestV2, PARAMETER_ERRORS.v2);

interface Request {
  readonly line: Line;
  readonly channel: Channel;
  readonly fields: WireObject;
  /** The members that every answer repeats, without braces. */
  readonly head: string;
}

function isObject(value: WireValue | undefined): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(fields: WireObject, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** Reads the one argument; the answer is the name of what is wrong with it. */
function readRequest(args: WireValue | undefined, text: string): Request | string {
  const arg = Array.isArray(args) && args.length === 1 ? args[0] : undefined;
  if (!isObject(arg)) return "args";
  const { id, instType, instId, params } = arg;
  const channel = TRADE_CHANNELS_V2.find((one) => one === arg["channel"]);
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
  return { line, channel, fields, head };
}

type TradeCommand = ReturnType<typeof placeSpotOrderV2 | typeof cancelSpotOrderV2>;

function commandOf(context: OrderContext, request: Request): TradeCommand | WireError {
  const { line, channel, fields } = request;
  try {
    if (channel === "place-order") {
      return line === "spot"
        ? placeSpotOrderV2(context, readSpot(fields) as PlaceSpotOrderRequestV2)
        : placeMixOrderV2(context, readMix(fields) as PlaceMixOrderRequestV2);
    }
    return line === "spot"
      ? cancelSpotOrderV2(context, readSpotCancel(fields) as CancelSpotOrderRequestV2)
      : cancelMixOrderV2(context, readMixCancel(fields) as CancelMixOrderRequestV2);
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error;
  }
}

function errorAnswer(request: Request, error: WireError): string {
  const message = JSON.stringify(error.message);
  const code = Number(error.code);
  return `{"event":"error","arg":[{${request.head}}],"code":${code},"msg":${message}}`;
}

function answer(request: Request, orderIdJson: string): string {
  const clientOid = JSON.stringify(textOf(request.fields, "clientOid"));
  const params = `{"orderId":${orderIdJson},"clientOid":${clientOid}}`;
  return `{"event":"trade","arg":[{${request.head},"params":${params}}],"code":0,"msg":"Success"}`;
}

export class TradeOperationsV2 {
  readonly #access: TradeAccess;

  constructor(access: TradeAccess) {
    this.#access = access;
    const buckets = Object.values(BUCKETS).flatMap((line) => Object.values(line));
    defineBuckets(
      access.limiter,
      buckets.map((bucket) => ({ bucket, perSecond: PER_SECOND })),
    );
  }

  /** Answers every request, at once or when its outcome is durable. */
  handle({ message, text, principal, connection }: TradeMessage): void {
    const request = readRequest(message["args"], text);
    if (typeof request === "string") {
      connection.answer(errorFrame(30016, request));
      return;
    }
    const { directory, nowMs } = this.#access;
    const refusal = this.#refusalOf(request, principal);
    const context = { principal, directory, nowMs: nowMs() };
    const command = refusal ?? commandOf(context, request);
    if (command instanceof WireError) {
      connection.answer(errorAnswer(request, command));
      return;
    }
    const dialect = request.line === "spot" ? "v2_spot" : "v2_mix";
    const failed = (error: WireError): void => connection.answer(errorAnswer(request, error));
    submitCommand(this.#access, command, request.fields, {
      failed,
      done({ id, rejection, replacedReduceOnly }) {
        if (rejection !== undefined) {
          failed(rejectionError(rejection, dialect));
          return;
        }
        connection.answer(answer(request, replacedReduceOnly ? "null" : `"${wireId(id)}"`));
      },
    });
  }

  #refusalOf(request: Request, principal: Principal): WireError | undefined {
    if (principal.accountKind !== "classic") return wireError("40085");
    const permission = PERMISSIONS[request.line];
    if (!principal.permissions.has(permission)) return wireError("40014", permission);
    return takeOperation(this.#access.limiter, BUCKETS[request.line][request.channel], principal);
  }
}
