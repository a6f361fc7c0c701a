/** Admin tokens with roles, four eyes, and the acts that remain, on an exchange as users start it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { permissionsOf } from "../../src/gateway/auth/new-key.ts";
import { adminOpenApi } from "../../src/ops/docs/admin-openapi.ts";
import type { AdminMethod } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { openExchange } from "./support/conformance-exchange.ts";

type Row = Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly seq: string | null; readonly body: Row };

const exchange = await openExchange();
const tokens = new Map<string, string>();
let uid = "";

/** Calls the admin API as one of the people; `root` has the token of the credentials. */
async function call(
  who: string,
  method: AdminMethod,
  path: string,
  body?: object,
  reason?: string,
): Promise<Answer> {
  const { admin, baseUrl } = exchange.credentials;
  const token = who === "root" ? admin.token : tokens.get(who);
  const answer = await fetch(`${baseUrl}/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(reason === undefined ? {} : { "x-reason": reason }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const seq = answer.headers.get("x-bourse-seq");
  return { status: answer.status, seq, body: (await answer.json()) as Row };
}

async function issue(by: string, name: string, role: string, expiresAt?: string): Promise<Answer> {
  const answer = await call(by, "PUT", `/tokens/${name}`, {
    role,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  tokens.set(name, String(answer.body["token"]));
  return answer;
}

const money = (amount: string) => ({ wallet: "unified", coin: "USDT", amount });

beforeAll(async () => {
  const made = await call("root", "POST", "/users", { kind: "unified", name: "ida" });
  uid = String(made.body["uid"]);
  for (const [name, role] of [
    ["eva", "treasury"],
    ["max", "treasury"],
    ["sam", "support"],
    ["rob", "read"],
  ] as const) {
    expect((await issue("root", name, role)).status).toBe(200);
  }
});
afterAll(() => call("root", "PUT", "/adjustment-rules", { fourEyesUsd: 0 }));

it("a token may do what its role may, and no more", async () => {
  expect((await call("rob", "GET", "/users")).status).toBe(200);
  const refused = await call("rob", "POST", `/users/${uid}/credits`, money("5"));
  expect(refused).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
  expect(JSON.stringify(refused.body)).toContain("treasury");
  expect((await call("sam", "PUT", `/users/${uid}/freeze`, { isFrozen: false })).status).toBe(200);
  expect((await call("sam", "PUT", "/tokens/sam", { role: "all" })).status).toBe(403);
});

it("a token ends when it is replaced, removed or expired, and is shown only once", async () => {
  await issue("root", "temp", "read");
  const first = tokens.get("temp") as string;
  await issue("root", "temp", "read");
  expect((await call("temp", "GET", "/time")).status).toBe(200);
  const listed = JSON.stringify((await call("root", "GET", "/tokens")).body);
  expect(listed).toContain('"temp"');
  for (const token of [first, ...tokens.values()]) expect(listed).not.toContain(token);
  tokens.set("old", first);
  expect((await call("old", "GET", "/time")).status).toBe(401);
  expect((await call("root", "DELETE", "/tokens/temp")).status).toBe(200);
  expect((await call("temp", "GET", "/time")).status).toBe(401);
  const soon = new Date(Date.now() + 1_500).toISOString();
  expect((await issue("root", "brief", "read", soon)).status).toBe(200);
  await eventually(
    "the refusal of an expired token",
    async () => (await call("brief", "GET", "/time")).status === 401,
  );
  const past = await issue("root", "brief", "read", "2020-01-01T00:00:00Z");
  expect(past).toMatchObject({ status: 400 });
  expect((await issue("root", "root", "read")).status).toBe(400);
  expect((await issue("root", "brief", "read", "tomorrow")).status).toBe(400);
});

type KeyRow = { readonly permissions: readonly string[]; readonly ipList: readonly string[] };

it("a key is only ever narrowed, and a refusal names the entry that is new", async () => {
  const made = await call("sam", "POST", `/users/${uid}/keys`, {});
  const path = `/users/${uid}/keys/${String(made.body["apiKey"])}`;
  const key = async (): Promise<KeyRow | undefined> => {
    const rows = (await call("rob", "GET", `/users/${uid}/keys`)).body as unknown as Row[];
    return rows.find(({ apiKey }) => apiKey === made.body["apiKey"]) as KeyRow | undefined;
  };
  const refusal = async (body: object): Promise<string> => {
    const before = await key();
    const answer = await call("sam", "PUT", path, body);
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400 });
    expect(await key()).toEqual(before);
    return JSON.stringify(answer.body);
  };
  const granted = (await key())?.permissions ?? [];
  expect(granted.length).toBeGreaterThan(2);
  expect((await call("sam", "PUT", path, { ipList: [] })).status).toBe(200);
  const office = { ipList: ["10.1.0.0/16", "203.0.113.7"] };
  expect(await call("sam", "PUT", path, office)).toMatchObject({ status: 200, body: office });
  expect(await refusal({ ipList: [] })).toContain("every address");
  const fresh = await refusal({ ipList: ["10.1.2.0/24", "203.0.113.8"] });
  expect(fresh).toMatch(/ipList.*10\.1\.0\.0\/16, 203\.0\.113\.7.*got.*203\.0\.113\.8/);
  expect(await refusal({ ipList: ["10.0.0.0/8"] })).toContain("10.0.0.0/8");
  expect(await refusal({ ipList: ["0.0.0.0/0"] })).toContain("0.0.0.0/0");
  expect(await refusal({ ipList: ["::/0"] })).toContain("::/0");
  expect(await refusal({ ipList: ["10.1.0.0/08"] })).toContain("10.1.0.0/08");
  const less = { ipList: ["10.1.2.0/24", "10.1.9.9"], permissions: granted.slice(0, 2) };
  expect(await call("sam", "PUT", path, less)).toMatchObject({ status: 200, body: less });
  expect(await refusal({ ipList: office.ipList })).toContain("10.1.0.0/16");
  const again = await refusal({ permissions: granted });
  expect(again).toContain("permissions");
  expect(again).toContain(granted[2]);
  expect(await key()).toMatchObject(less);
});

it.each(["agent-maker-live", "agent-", "replay-taker"])(
  "no user gets the name %s of the generated market",
  async (name) => {
    const refused = await call("sam", "POST", "/users", { kind: "classic", name });
    expect(refused).toMatchObject({ status: 400, seq: null });
    expect(JSON.stringify(refused.body)).toMatch(/name: agent- and replay-/);
    expect(JSON.stringify(refused.body)).toContain(name);
    const found = await call("rob", "GET", `/users/search?query=${name}`);
    const users = found.body["users"] as readonly Row[];
    expect(users.filter((user) => user["name"] === name)).toEqual([]);
    const near = await call("sam", "POST", "/users", { kind: "classic", name: `an ${name}` });
    expect(near.status).toBe(201);
  },
);

it("a classic user has no level: one that names it is refused", async () => {
  const user = { kind: "classic", name: "ines", level: "advanced" };
  const refused = await call("sam", "POST", "/users", user);
  expect(refused).toMatchObject({ status: 400, seq: null });
  expect(JSON.stringify(refused.body)).toContain("level: a classic user has none");
});

it.each(["classic", "unified"] as const)(
  "a refused permission of a %s user names those there are, as the documents do",
  async (kind) => {
    const made = await call("sam", "POST", "/users", { kind, name: `permitted ${kind}` });
    const body = { permissions: ["everything"] };
    const refused = await call("sam", "POST", `/users/${made.body["uid"]}/keys`, body);
    const words = permissionsOf(kind).join(", ");
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(words);
    expect(JSON.stringify(adminOpenApi())).toContain(`of a ${kind} user: ${words}`);
  },
);

it("a sum above the daily value waits for a second person", async () => {
  await call("root", "PUT", "/adjustment-rules", { fourEyesUsd: 1_000 });
  const small = await call("eva", "POST", `/users/${uid}/credits`, money("400"));
  expect(small).toMatchObject({ status: 201, body: { status: "done", adjustmentId: "" } });
  const large = await call("eva", "POST", `/users/${uid}/credits`, money("601"));
  expect(large).toMatchObject({ status: 201, body: { status: "waiting" } });
  const id = String(large.body["adjustmentId"]);
  const waiting = (await call("rob", "GET", "/adjustments")).body as unknown as Row[];
  expect(waiting).toMatchObject([{ id, uid, coin: "USDT", amount: "601", actor: "eva" }]);
  const own = await call("eva", "POST", `/adjustments/${id}/decision`, { isApproved: true });
  expect(own).toMatchObject({
    status: 409,
    body: { error: { reason: "adjustment_needs_another" } },
  });
  const done = await call("max", "POST", `/adjustments/${id}/decision`, { isApproved: true });
  expect(done.status).toBe(200);
  const balances = (await call("rob", "GET", `/users/${uid}/balances`)).body as unknown as Row[];
  expect(balances).toContainEqual(expect.objectContaining({ coin: "USDT", balance: "1001" }));
  const debit = await call("max", "POST", `/users/${uid}/debits`, money("1"));
  expect(debit).toMatchObject({ status: 201, body: { status: "done" } });
  const tooMuch = await call("max", "POST", `/users/${uid}/debits`, money("2000"));
  expect(tooMuch.body).toMatchObject({ error: { reason: "insufficient_available" } });
});

it("every act remains with its person, reason, request and fields", async () => {
  const reason = "ticket 4711";
  const { seq } = await call("max", "POST", `/users/${uid}/credits`, money("12.5"), reason);
  const found = await call("rob", "GET", `/acts?actor=max&uid=${uid}&limit=1`);
  expect(found.body["acts"]).toMatchObject([
    {
      ...{ seq: Number(seq), actor: "max", reason, command: "adjust_balance", uid, rejection: "" },
      fields: { user: uid, wallet: "unified", currency: "USDT", amount: "12.5", reference: "" },
    },
  ]);
  const issued = await call("rob", "GET", "/acts?command=set_admin_token&limit=1");
  expect(JSON.stringify(issued.body)).not.toMatch(/digest/);
  const refused = await call("rob", "GET", "/acts?command=nonsense");
  expect(refused.status).toBe(404);
  expect((await call("rob", "GET", "/acts?since=yesterday")).status).toBe(400);
});

it("an act on a price names the instrument, and prices as people read them", async () => {
  const name = { symbol: "ETHUSDT", category: "usdt_futures" };
  await call("root", "PUT", "/index-prices", { ...name, price: "3300" });
  await call("root", "PUT", "/index-prices", { ...name, price: "3310.5" });
  const found = await call("rob", "GET", "/acts?symbol=ETHUSDT&category=usdt_futures&limit=1");
  expect(found.body["acts"]).toMatchObject([
    { command: "hold_index_price", ...name, realm: "live", fields: { price: "3310.5" } },
  ]);
});

it("what a movement would liquidate and cost is computed, and nothing of it happens", async () => {
  const prices = async (): Promise<unknown[]> => {
    const { body } = await call("rob", "GET", "/index-prices");
    return (body as unknown as Row[]).map(({ price }) => price);
  };
  const before = await prices();
  const effect = await call("rob", "POST", "/what-if", { moves: [{ percent: "-30" }] });
  expect(effect).toMatchObject({ status: 200, body: { liquidatedUsers: 0, users: [] } });
  expect(await prices()).toEqual(before);
  for (const move of [{ percent: "x" }, { coin: "NOPE", percent: "5" }, { percent: "1.1234567" }]) {
    expect((await call("rob", "POST", "/what-if", { moves: [move] })).status).toBe(400);
  }
});
