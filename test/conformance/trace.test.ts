/** An order is followed from its request to the journal, with what ended it and why. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chapter } from "../../src/main/trace/story.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const run = promisify(execFile);
const CLI = new URL("../../cli/bourse.ts", import.meta.url).pathname;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-trace-"));
const exchange = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await exchange.kill();
  rmSync(dataDir, { recursive: true });
});

async function trace(text: string): Promise<Chapter[]> {
  const { stdout } = await run(process.execPath, [
    ...[CLI, "trace", text, "--json", "--data-dir", dataDir],
  ]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Chapter);
}

let uid = "";
let orderId = "";
let requestId = "";
let seq = "";

beforeAll(async () => {
  const user = exchange.credentials.users.find(({ kind, realm }) => {
    return kind === "classic" && realm === "live";
  });
  if (user === undefined) throw new Error("the founding creates a classic user");
  uid = user.uid;
  const client = await plainClient(exchange.address, user, { uta: false });
  client.headers = { "x-request-id": "proxy-7" };
  const { id } = await client.createOrder("BTC/USDT", "limit", "buy", 0.01, 30_000);
  orderId = String(id);
  const headers = client.last_response_headers as Readonly<Record<string, string>>;
  requestId = headers["X-Request-Id"] ?? headers["x-request-id"] ?? "";
  seq = headers["X-Bourse-Seq"] ?? headers["x-bourse-seq"] ?? "";
  const freezes = { trading: true, transfersOut: false, withdrawals: false, login: false };
  await exchange.adminAnswer("PUT", `/users/${uid}/freezes`, freezes);
});

it("an order id tells who placed it by which request, and what cancelled it", async () => {
  expect(requestId).toBe("proxy-7");
  const [placed, frozen, ...rest] = await trace(orderId);
  expect(rest).toEqual([]);
  expect(placed).toMatchObject({
    ...{ command: "place_order", uid, requestId: "proxy-7", actor: "" },
    fields: { instrument: "BTCUSDT spot live", side: "buy", price: "30000", size: "0.01" },
  });
  expect(placed?.events.map(({ event }) => event)).toContain("order_accepted");
  expect(frozen).toMatchObject({
    ...{ command: "set_user_freezes", uid, actor: "root" },
    events: [{ event: "order_closed", orderId, reason: "operator_cancelled" }],
  });
});

it("a request id and a seq tell the same command", async () => {
  const byRequest = await trace(requestId);
  expect(byRequest).toHaveLength(1);
  expect(byRequest[0]).toMatchObject({ command: "place_order", seq: Number(seq) });
  expect(await trace(seq)).toEqual(byRequest);
});

it("the lines for people name the same", async () => {
  const { stdout } = await run(process.execPath, [CLI, "trace", orderId, "--data-dir", dataDir]);
  const placed =
    /seq \d+ {2}place_order {2}request=proxy-7 key=bg_[0-9a-f]{32} {2}user=.*price=30000/;
  expect(stdout).toMatch(placed);
  expect(stdout).toMatch(/set_user_freezes {2}.*key=none \(an act of the operator\) actor=root/);
  expect(stdout).toMatch(/^ {4}order_closed {2}.*reason=operator_cancelled/m);
});

it("what is not in the journal is said to be so", async () => {
  const asking = run(process.execPath, [CLI, "trace", "no-such-request", "--data-dir", dataDir]);
  await expect(asking).rejects.toMatchObject({
    code: 1,
    stderr: `nothing in the journal of ${dataDir} names no-such-request\n`,
  });
});

it("a journal that is not there is said to be so", async () => {
  const nowhere = join(dataDir, "nowhere");
  const asking = run(process.execPath, [CLI, "trace", "1", "--data-dir", nowhere]);
  await expect(asking).rejects.toMatchObject({ code: 1, stderr: `${nowhere} holds no journal\n` });
});
