/** The bad WebSocket trade operations, made from the schemas of the endpoints that do the same. */
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { type BadFields, badFields } from "./bad-requests.ts";
import type { FaultCode, SentValue } from "./field-faults.ts";
import { type Fields, goodFields } from "./good-requests.ts";
import type { Side } from "./hostile-world.ts";

/** One message that must be refused, without its id. */
export interface BadOperation {
  readonly about: string;
  /** The message under a request id. */
  readonly message: (id: string) => object;
  /** Codes of REST, or of the control frames of the protocol, which carry no id. */
  readonly codes: readonly (FaultCode | "30016")[];
}

/** A kind of operation, and the endpoint whose request it takes. */
export interface OperationKind {
  readonly name: string;
  readonly version: "v2" | "v3";
  readonly path: string;
  /** The message that carries these fields. */
  readonly message: (id: string, fields: Fields) => object;
}

function single(topic: string, path: string): OperationKind {
  const message = (id: string, fields: SentValue): object => ({
    op: "trade",
    id,
    topic,
    args: [fields],
  });
  return { name: `v3 ${topic}`, version: "v3", path: `/api/v3/trade/${path}`, message };
}

/** v2 operations carry symbol and product line outside of their parameters. */
function v2(line: "spot" | "mix", channel: string, path: string): OperationKind {
  const message = (id: string, fields: Fields): object => {
    const { symbol: instId, productType: instType = "SPOT", ...params } = fields;
    return { op: "trade", args: [{ id, instType, instId, channel, params }] };
  };
  return { name: `v2 ${line} ${channel}`, version: "v2", path: `/api/v2/${path}`, message };
}

export const OPERATION_KINDS: readonly OperationKind[] = [
  single("place-order", "place-order"),
  single("modify-order", "modify-order"),
  single("cancel-order", "cancel-order"),
  single("batch-place", "place-order"),
  single("batch-modify", "modify-order"),
  single("batch-cancel", "cancel-order"),
  v2("spot", "place-order", "spot/trade/place-order"),
  v2("spot", "cancel-order", "spot/trade/cancel-order"),
  v2("mix", "place-order", "mix/order/place-order"),
  v2("mix", "cancel-order", "mix/order/cancel-order"),
];

function endpointOf({ path }: OperationKind): Endpoint {
  const endpoint = listEndpoints().find(({ paths }) => paths[0] === path);
  if (endpoint === undefined) throw new Error(`${path} is served`);
  return endpoint;
}

/** A number is read as its digits. */
function isText(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** What stands outside of the parameters of a v2 operation is a text, else it is no request. */
function isMisplaced({ version }: OperationKind, { fields }: BadFields): boolean {
  if (version === "v3") return false;
  const { symbol, productType = "" } = fields;
  return !isText(symbol) || !isText(productType);
}

/** Without a product line a v2 operation is one of spot, which is another kind. */
function isOfOtherKind(kind: OperationKind, { fields }: BadFields): boolean {
  if (!kind.path.includes("/mix/")) return false;
  const { productType } = fields;
  return productType === undefined || String(productType).toUpperCase() === "SPOT";
}

export function badOperations(kind: OperationKind, side: Side): readonly BadOperation[] {
  const endpoint = endpointOf(kind);
  const good = goodFields(endpoint, side.orders);
  const wrongFields = badFields(endpoint, side)
    .filter((bad) => !isOfOtherKind(kind, bad))
    .map((bad): BadOperation => {
      const { about, codes, fields } = bad;
      const message = (id: string): object => kind.message(id, fields);
      return { about, message, codes: isMisplaced(kind, bad) ? ["30016"] : codes };
    });
  return [
    ...wrongFields,
    ...(kind.version === "v3" ? badArgsV3(kind, good) : badArgsV2(kind, good)),
  ];
}

function badArgsV3(kind: OperationKind, good: Fields): BadOperation[] {
  const isBatch = kind.name.includes("batch");
  const withArgs = (about: string, args: unknown, codes: readonly FaultCode[]): BadOperation => ({
    about: `args: ${about}`,
    message: (id) => ({ ...kind.message(id, good), args }),
    codes,
  });
  const shapes = ["text", 5, true, null, ["text"]].map((arg) =>
    withArgs(`[${JSON.stringify(arg)}]`, [arg], ["25200"]),
  );
  const lists = [undefined, null, "text", {}, []].map((args) =>
    withArgs(String(JSON.stringify(args)), args, ["40019"]),
  );
  const many = Array.from({ length: isBatch ? 21 : 2 }, () => good);
  return [...shapes, ...lists, withArgs("too many", many, [isBatch ? "40306" : "25200"])];
}

function badArgsV2(kind: OperationKind, good: Fields): BadOperation[] {
  const [arg] = (kind.message("", good) as { args: [Readonly<Record<string, unknown>>] }).args;
  const make = (about: string, args: (id: string) => unknown): BadOperation => ({
    about: `args: ${about}`,
    message: (id) => ({ op: "trade", args: args(id) }),
    codes: ["30016"],
  });
  const members = (["channel", "instType", "instId", "params"] as const).flatMap((name) =>
    [undefined, null, true, [], ...(name === "params" ? ["text", 5] : [{}])].map((value) =>
      make(`${name} ${JSON.stringify(value)}`, (id) => [{ ...arg, id, [name]: value }]),
    ),
  );
  const ids = [undefined, null, true, {}, "", "x".repeat(41), "a'b", "<b>", "ä"].map((id) =>
    make(`id ${JSON.stringify(id)}`, () => [{ ...arg, id }]),
  );
  const lists = [undefined, null, "text", {}, [], [arg, arg], [[arg]], ["text"], [null]].map(
    (args) => make(String(JSON.stringify(args)?.slice(0, 20)), () => args),
  );
  return [
    ...members,
    ...ids,
    ...lists,
    make("an unknown channel", (id) => [{ ...arg, id, channel: "amend-order" }]),
  ];
}
