/** Everything that an act of the operator changed reads the same after kill -9 and a restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { AdminEndpoint } from "../../src/ops/admin-endpoint.ts";
import { ADMIN_ENDPOINT_GROUPS, ADMIN_ENDPOINTS } from "../../src/ops/admin-endpoints.ts";
import { exampleRequest, isChanging } from "../../src/ops/docs/example-request.ts";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

type Refusal = {
  readonly error?: { readonly code: string; readonly reason?: string; readonly confirm?: string };
};

type BillPage = { readonly bills: readonly { readonly coin: string; readonly kind: string }[] };

/** Of the present moment or of the process: prices, their ages, uses of keys. */
const VOLATILE: ReadonlySet<string> = new Set([
  ...["indexPrice", "markPrice", "lastPrice", "referencePrice", "price", "at", "isFresh"],
  ...["lastUse", "equityUsdt", "depth", "openInterestMax", "positionMax", "until", "drawn"],
]);
/**
 * Answers of the present moment as a whole. A start without a source of prices holds each index at
 * its last price; `operator-kills.test.ts` is about held prices.
 */
const OF_THE_MOMENT: ReadonlySet<string> = new Set([
  ...["/time", "/price-sources", "/index-prices", "/audit", "/health", "/surveillance/alerts"],
]);
/** Acts that need something which this life does not have; every other one must succeed. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
  "DELETE /users/:uid/keys/:apiKey": "key_not_found",
  "DELETE /users/:uid/one-time-codes": "conflict",
  "POST /users/:uid/close": "conflict",
  "PUT /users/:uid/keys/:apiKey": "not_found",
  "POST /adjustments/:id/decision": "adjustment_not_found",
  "POST /trades/:tradeId/correction": "not_found",
  "POST /users/:uid/liquidation-refunds": "liquidation_not_refundable",
  "PUT /price-sources/:name": "not_found",
  "PUT /users/:uid/unit-users": "not_found",
  "POST /users/:uid/unit-repayments": "not_found",
  "DELETE /users/:uid/addresses/:id": "address_not_found",
  "POST /withdrawals/:id/decision": "withdrawal_not_found",
  "POST /p2p/orders/:id/decision": "p2p_order_not_found",
  "POST /time/accept": "conflict",
};

const dataDir = mkdtempSync(join(tmpdir(), "bourse-acts-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

function targetOf(endpoint: AdminEndpoint, uid: string): string {
  return exampleRequest(endpoint).target.replaceAll("$USER_UID", uid).replace(/\$\w+/g, "1");
}

/** Executes the example of an endpoint; answers the code of its refusal, or nothing. */
async function act(endpoint: AdminEndpoint, uid: string): Promise<string | undefined> {
  const { body: schema, example, method } = endpoint;
  const send = (body: object | undefined) =>
    adminRequest(running.credentials, method, targetOf(endpoint, uid), body);
  const body = schema === undefined ? undefined : (example as object);
  const first = await send(body);
  const { error } = (await first.json()) as Refusal;
  if (error?.code !== "confirmation_needed") return error && (error.reason ?? error.code);
  const second = await send({ ...body, confirm: error.confirm });
  const { error: refused } = (await second.json()) as Refusal;
  return refused && (refused.reason ?? refused.code);
}

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !VOLATILE.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutVolatile(member)]));
}

/** Answers of all reads about the users, by path. */
async function reads(uids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const endpoint of ADMIN_ENDPOINTS) {
    if (endpoint.method !== "GET" || OF_THE_MOMENT.has(endpoint.path)) continue;
    for (const target of new Set(uids.map((uid) => targetOf(endpoint, uid)))) {
      const response = await adminRequest(running.credentials, "GET", target);
      if (response.ok) answers.set(target, withoutVolatile(await response.json()));
    }
  }
  return answers;
}

async function newUid(): Promise<string> {
  const { uid } = await running.adminAnswer<{ uid: string }>("POST", "/users", { kind: "classic" });
  const money = { wallet: "spot", coin: "USDT", amount: "500" };
  await running.adminAnswer("POST", `/users/${uid}/credits`, money);
  return uid;
}

it("every act is in force again after the process was killed", { timeout: 120_000 }, async () => {
  const uids: string[] = [];
  const refused: Record<string, string> = {};
  for (const { endpoints } of ADMIN_ENDPOINT_GROUPS) {
    const uid = await newUid();
    uids.push(uid);
    for (const endpoint of endpoints.filter(isChanging)) {
      const refusal = await act(endpoint, uid);
      if (refusal !== undefined) refused[`${endpoint.method} ${endpoint.path}`] = refusal;
    }
  }
  expect(refused).toEqual(NEEDS_MORE);
  await eventually("the deposit of the examples is confirmed", async () => {
    const pages = uids.map((uid) => running.adminAnswer<BillPage>("GET", `/users/${uid}/bills`));
    const bills = (await Promise.all(pages)).flatMap((page) => page.bills);
    return bills.find(({ coin, kind }) => coin === "BTC" && kind === "deposit");
  });
  const before = await reads(uids);
  await running.kill();
  running = await ExchangeProcess.start(dataDir);
  const after = await reads(uids);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [path, answer] of before) expect(after.get(path), path).toEqual(answer);
});
