/** The documented commands of the admin API, executed by a shell on an exchange. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import { beforeAll, describe, expect, it } from "vitest";
import type { AdminRoute } from "../../src/ops/admin-endpoint.ts";
import { ADMIN_PREFIX } from "../../src/ops/admin-routes.ts";
import { DOCUMENTED_GROUPS } from "../../src/ops/docs/admin-openapi.ts";
import {
  curlText,
  type ExampleRequest,
  exampleRequest,
  isChanging,
  variableOf,
} from "../../src/ops/docs/example-request.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { bringAppeal, requestLargeWithdrawal, tradedIds } from "./support/waiting-decisions.ts";

type Row = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
}

const exchange = await openExchange({ priceSources: [{ name: "desk", weight: 1 }] });
/** A token that root issued: what root proposed, it could not approve. */
let token = "";
/** First row that each path answered: it names what later requests are about. */
const seen = new Map<string, Row>();

/**
 * Examples that no exchange executes before something else has happened, with the error that they
 * are refused with.
 */
const REFUSED: Readonly<Record<string, string>> = {
  // No account was liquidated.
  "POST /users/:uid/liquidation-refunds": "liquidation_not_refundable",
  // The user of the example has no one-time codes.
  "DELETE /users/:uid/one-time-codes": "conflict",
  // The user of the example holds money.
  "POST /users/:uid/close": "conflict",
  // The example names a user that does not exist.
  "PUT /users/:uid/unit-users": "not_found",
  // The example names a loan that does not exist.
  "POST /users/:uid/unit-repayments": "not_found",
  // The clock did not jump.
  "POST /time/accept": "conflict",
};

beforeAll(async () => {
  await exchange.setIndexPrices();
  const issue = async (name: string, role: string): Promise<string> =>
    (await exchange.admin<{ token: string }>("PUT", `/tokens/${name}`, { role })).token;
  token = await issue("runner", "all");
  await requestLargeWithdrawal(exchange);
  await bringAppeal(exchange);
  const { orderId, tradeId } = await tradedIds(exchange);
  seen.set("/trades", { tradeId });
  seen.set("/orders", { orderId });
  await proposeCredit(await issue("eva", "treasury"));
});

/** Proposes a credit that waits for a second person. */
async function proposeCredit(authorization: string): Promise<void> {
  const { uid } = await newUser();
  await exchange.admin("PUT", "/adjustment-rules", { fourEyesUsd: 1 });
  await fetch(`${exchange.baseUrl}${ADMIN_PREFIX}/users/${uid}/credits`, {
    method: "POST",
    headers: { authorization: `Bearer ${authorization}`, "content-type": "application/json" },
    body: JSON.stringify({ wallet: "spot", coin: "USDT", amount: "5" }),
  });
  await exchange.admin("PUT", "/adjustment-rules", { fourEyesUsd: 0 });
}

function newUser(): Promise<Key> {
  // All of them together stay below the daily value that the examples let one person credit.
  const money = { wallet: "spot", coin: "USDT", amount: "2000" } as const;
  return exchange.newUser({ kind: "classic" }, money);
}

/** Value of a variable in a path: a user of the group, a name of ours, or what was seen there. */
function namedIn(name: string, path: string, uid: string): string {
  if (name === "uid") return uid;
  return name === "name" ? "desk" : String(seen.get(path)?.[name] ?? "1");
}

function variablesOf({ path }: AdminRoute, uid: string): Record<string, string> {
  const values = [...path.matchAll(/\/:(\w+)/g)].map(({ 1: name = "", index }) => {
    return [variableOf(name), namedIn(name, path.slice(0, index), uid)] as const;
  });
  return Object.fromEntries(values);
}

/** Executes a command as the documents show it. */
async function execute(
  request: ExampleRequest,
  variables: Record<string, string>,
): Promise<Answer> {
  const format = "\\n%{http_code}\\n%{header_json}";
  const command = `${curlText(request, ADMIN_PREFIX)} -w '${format}'`;
  const { stdout } = await promisify(execFile)("bash", ["-uc", command], {
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env["PATH"],
      URL: exchange.baseUrl,
      ADMIN_TOKEN: token,
      ...variables,
    },
  });
  const [, text = "", status, json = ""] = /^(.*)\n(\d{3})\n(\{.*)$/s.exec(stdout) ?? [];
  const headers = JSON.parse(json) as Answer["headers"];
  const isJson = headers["content-type"]?.[0]?.startsWith("application/json") === true;
  return { status: Number(status), headers, body: isJson ? JSON.parse(text) : text };
}

/** Executes the command of an endpoint; confirms it if it asks back. */
async function executed(endpoint: AdminRoute, uid: string): Promise<Answer> {
  const request = exampleRequest(endpoint);
  const variables = variablesOf(endpoint, uid);
  const answer = await execute(request, variables);
  const { error } = answer.body as { readonly error?: Row };
  if (error?.["code"] !== "confirmation_needed") return answer;
  const confirmed = { ...JSON.parse(request.body ?? ""), confirm: error["confirm"] };
  return execute({ ...request, body: JSON.stringify(confirmed) }, variables);
}

/** Keeps the first row of an answer, or an answer without rows, under its path. */
function keep(path: string, body: unknown): void {
  const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;
  const lists = [body, ...Object.values(body as Row)].filter(Array.isArray);
  const row = lists.map(([first]: readonly unknown[]) => first).find(isRow);
  const isEmptyList = Array.isArray(body) && row === undefined;
  if (!isEmptyList) seen.set(path, row ?? (body as Row));
}

/** A schema that refuses members that it does not list. */
function withoutFurther(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFurther);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, withoutFurther(part)]);
  const isListed = "properties" in schema && !("patternProperties" in schema);
  return { ...Object.fromEntries(parts), ...(isListed ? { additionalProperties: false } : {}) };
}

function schemaFaults(schema: TSchema, body: unknown): readonly string[] {
  return Errors(withoutFurther(schema) as TSchema, body).map(
    ({ instancePath, message }) => `${instancePath} ${message}`,
  );
}

describe.each(DOCUMENTED_GROUPS)("the commands of $title", ({ endpoints }) => {
  let uid = "";
  beforeAll(async () => {
    const user = await newUser();
    uid = user.uid;
    seen.set("/users/:uid/keys", { apiKey: user.apiKey });
  });

  it.each(endpoints)("$method $path does what it says", async (endpoint) => {
    const { body, headers, status } = await executed(endpoint, uid);
    const refusal = REFUSED[`${endpoint.method} ${endpoint.path}`];
    expect(headers["x-request-id"]).toHaveLength(1);
    if (refusal !== undefined) {
      const { error } = body as { readonly error: Row };
      expect(error["reason"] ?? error["code"], JSON.stringify(body)).toBe(refusal);
      return;
    }
    expect([status, status === endpoint.status ? "" : body]).toEqual([endpoint.status, ""]);
    expect(schemaFaults(endpoint.response, body)).toEqual([]);
    if (!isChanging(endpoint)) expect(headers).not.toHaveProperty("x-bourse-seq");
    keep(endpoint.path, body);
  });
});

it("no endpoint is excused that does not exist", () => {
  const names = DOCUMENTED_GROUPS.flatMap(({ endpoints }) =>
    endpoints.map(({ method, path }) => `${method} ${path}`),
  );
  for (const name of Object.keys(REFUSED)) expect(names).toContain(name);
});

it("the page and the document of the admin API are limited like other pages", async () => {
  const limited = { bucket: "pages", count: 3, perMs: 60_000 };
  await exchange.admin("PUT", "/rate-limits", limited);
  await exchange.admin("PUT", "/rate-limits/mode", { mode: "exact" });
  const statuses: number[] = [];
  for (const path of ["/docs/admin", "/docs/admin/openapi.json", "/docs", "/docs/admin"]) {
    statuses.push((await fetch(`${exchange.baseUrl}${path}`)).status);
  }
  await exchange.admin("PUT", "/rate-limits/mode", { mode: "configured" });
  expect(statuses).toEqual([200, 200, 200, 429]);
});
