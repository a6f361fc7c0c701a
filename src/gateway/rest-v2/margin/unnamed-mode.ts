/**
 * Margin endpoints under the literal path segment `${marginType}`, which one client library sends
 * instead of the kind of account (clients.md section 9). The parameters tell the kind.
 */
import { Type } from "typebox";
import type { Endpoint, EndpointContext } from "../../http/endpoint.ts";
import type { WireObject, WireValue } from "../../http/strict-json.ts";
import { rejectionError } from "../../rejection-codes.ts";
import type { BatchAnswer } from "../shared/batch.ts";
import { CROSSED, ISOLATED, type MarginMode, marginPath } from "./margin-mode.ts";

type Run = (context: EndpointContext, sent: WireValue) => unknown;

/** The same endpoint of both kinds. */
interface Pair {
  readonly crossed: Endpoint;
  readonly isolated: Endpoint;
}

/** Parameters that only requests about isolated accounts carry. */
const ISOLATED_NAMES = ["symbol", "symbolList"];

function fieldsOf(sent: WireValue): WireObject {
  return typeof sent === "object" && sent !== null && !Array.isArray(sent)
    ? (sent as WireObject)
    : {};
}

/** Serves a request that names a pair as one about isolated accounts, any other as crossed. */
function byPair({ crossed, isolated }: Pair): Run {
  return (context, sent) => {
    const fields = fieldsOf(sent);
    const isIsolated = ISOLATED_NAMES.some((name) => (fields[name] ?? "") !== "");
    return (isIsolated ? isolated : crossed).run(context, sent);
  };
}

/** Whether a request names no orders; one that is no object is refused by the endpoint itself. */
function isWithoutList(sent: WireValue): boolean {
  const isObject = typeof sent === "object" && sent !== null && !Array.isArray(sent);
  return isObject && (fieldsOf(sent)["orderIdList"] ?? "") === "";
}

/** Code of an item whose order the kind does not know. */
const ORDER_UNKNOWN = rejectionError("order_not_found", "margin").code;

/**
 * Cancels in both kinds of accounts: an order exists in one of them. Needs a list, because a symbol
 * alone does not tell in which kind all orders are to be cancelled.
 */
function cancelInBoth({ crossed, isolated }: Pair): Run {
  return async (context, sent) => {
    if (isWithoutList(sent)) throw context.errors.missing("orderIdList");
    const first = (await isolated.run(context, sent)) as BatchAnswer;
    const unknown = first.failureList.filter(({ errorCode }) => errorCode === ORDER_UNKNOWN);
    if (unknown.length === 0) return first;
    const orderIdList = unknown.map(({ clientOid, orderId }) => ({ clientOid, orderId }));
    const rest = { ...fieldsOf(sent), orderIdList };
    const { failureList, successList } = (await crossed.run(context, rest)) as BatchAnswer;
    const faulty = first.failureList.filter((failure) => !unknown.includes(failure));
    return {
      successList: [...first.successList, ...successList],
      failureList: [...faulty, ...failureList],
    };
  };
}

/** Looks ids up in both kinds; the list of ids arrives as text with commas. */
function statusInBoth({ crossed, isolated }: Pair): Run {
  return async (context, sent) => {
    const { idList } = fieldsOf(sent);
    const asked = { idList: typeof idList === "string" ? idList.split(",") : (idList ?? null) };
    const found = await Promise.all([crossed.run(context, asked), isolated.run(context, asked)]);
    return (found as readonly (readonly unknown[])[]).flat();
  };
}

const UNNAMED = `/api/v2/margin/$\{marginType}/`;

/** Endpoints that the client sends to the literal path, and how each finds the kind. */
const RULES: readonly { readonly rest: string; readonly run: (pair: Pair) => Run }[] = [
  { rest: "account/max-borrowable-amount", run: byPair },
  { rest: "account/max-transfer-out-amount", run: byPair },
  { rest: "interest-rate-and-limit", run: byPair },
  { rest: "account/flash-repay", run: byPair },
  { rest: "batch-cancel-order", run: cancelInBoth },
];

function pairOf(endpoints: readonly Endpoint[], rest: string): Pair {
  const find = (mode: MarginMode): Endpoint => {
    const path = marginPath(mode, rest);
    const found = endpoints.find(({ paths }) => paths[0] === path);
    if (found === undefined) throw new RangeError(`an endpoint of margin, got ${path}`);
    return found;
  };
  return { crossed: find(CROSSED), isolated: find(ISOLATED) };
}

/** Returns the endpoints under the literal path, made of those of both kinds. */
export function unnamedModeEndpoints(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const description = "The path of a client library that leaves the kind of account out.";
  const alias = (rest: string, run: (pair: Pair) => Run): Endpoint => {
    const pair = pairOf(endpoints, rest);
    return { ...pair.crossed, description, paths: [`${UNNAMED}${rest}`], run: run(pair) };
  };
  const status = alias("account/query-flash-repay-status", statusInBoth);
  return [
    ...RULES.map(({ rest, run }) => alias(rest, run)),
    { ...status, method: "GET", request: Type.Object({ idList: Type.String() }) },
  ];
}
