/** A signed request that is sent again, byte for byte, to the exchange after a restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedHeaders } from "../support/signed-headers.ts";
import { sized } from "../support/sized.ts";
import type { Key } from "./support/conformance-exchange.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const FUNDS = 1_000;
const AMOUNT = 10;

type Request = { readonly path: string; readonly headers: Record<string, string>; body: string };
const ENDS = ["kill", "terminate"] as const;

type Terms = readonly [path: string, body: object];
type Sent = Awaited<ReturnType<typeof sendEverything>>;
type Answer = { readonly status: number; readonly code: string };

const dataDir = mkdtempSync(join(tmpdir(), "bourse-repeated-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

async function newUser(): Promise<Key> {
  const { uid } = await running.adminAnswer<{ uid: string }>("POST", "/users", {
    kind: "classic",
    realm: "live",
  });
  const money = { wallet: "spot", coin: "USDT", amount: String(FUNDS) };
  await running.adminAnswer("POST", `/users/${uid}/credits`, money);
  await running.adminAnswer("POST", `/users/${uid}/addresses`, {
    coin: "USDT",
    chain: "TRC20",
    address: "TElsewhere",
  });
  return running.adminAnswer<Key>("POST", `/users/${uid}/keys`, {});
}

function signed(key: Key, [path, terms]: Terms, timestampMs: number): Request {
  const body = JSON.stringify(terms);
  return { path, body, headers: signedHeaders(key, { method: "POST", path, body, timestampMs }) };
}

async function send({ path, ...sent }: Request): Promise<Answer> {
  const response = await fetch(`${running.address.baseUrl}${path}`, { method: "POST", ...sent });
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
}

/** What the spot wallet of the user has available. */
async function available(key: Key): Promise<number> {
  const path = "/api/v2/spot/account/assets?coin=USDT";
  const headers = signedHeaders(key, { method: "GET", path, body: "" });
  const response = await fetch(`${running.address.baseUrl}${path}`, { headers });
  const { data } = (await response.json()) as { data: readonly { available: string }[] };
  return Number(data[0]?.available);
}

const TRANSFER: Terms = [
  "/api/v2/spot/wallet/transfer",
  { fromType: "spot", toType: "usdt_futures", coin: "USDT", amount: String(AMOUNT) },
];
const WITHDRAWAL: Terms = [
  "/api/v2/spot/wallet/withdrawal",
  {
    ...{ coin: "USDT", transferType: "on_chain", chain: "TRC20", address: "TElsewhere" },
    size: String(AMOUNT),
  },
];

/** Clocks of the clients that send before the restart, in ms ahead of ours. */
const FAST_MS = 1_500;
const FASTER_MS = 4_900;
const FASTEST_MS = 20_000;

describe.each(ENDS.slice(0, sized({ quick: 1, deep: ENDS.length })))(
  "requests without a client id, sent again after %s",
  (end) => {
    let sent: Sent;
    beforeAll(async () => {
      sent = await sendEverything();
      await running[end]();
      running = await ExchangeProcess.start(dataDir);
    });

    it.each(["transfer", "withdrawal", "early"] as const)("move nothing: %s", async (name) => {
      const { key, request, terms } = sent[name];
      expect(await send(request)).toEqual({ status: 500, code: "40725" });
      expect(await available(key)).toBe(FUNDS - AMOUNT);
      // With a new timestamp it is another request.
      expect((await send(signed(key, terms, Date.now()))).code).toBe("00000");
      expect(await available(key)).toBe(FUNDS - 2 * AMOUNT);
    });

    it("are executed once if they still waited for their time when the process ended", async () => {
      const { key, request } = sent.waiting;
      const codes = (await Promise.all([send(request), send(request)])).map(({ code }) => code);
      expect(codes).toEqual(["00000", "00000"]);
      expect(await available(key)).toBe(FUNDS - AMOUNT);
    });

    it("are refused, before and after, for a time more than five seconds ahead", async () => {
      const { key, request } = sent.refused;
      expect((await send(request)).code).toBe("40008");
      expect(await available(key)).toBe(FUNDS);
      expect(await running.audit()).toMatchObject({ holds: true });
    });
  },
);

/** One request of a new user for each case, as far as it gets before the process ends. */
async function sendEverything() {
  const make = async (terms: Terms, aheadMs = 0) => {
    const key = await newUser();
    return { key, terms, request: signed(key, terms, Date.now() + aheadMs) };
  };
  const transfer = await make(TRANSFER);
  const withdrawal = await make(WITHDRAWAL);
  for (const { request } of [transfer, withdrawal]) {
    expect((await send(request)).code).toBe("00000");
  }
  const refused = await make(TRANSFER, FASTEST_MS);
  expect((await send(refused.request)).code).toBe("40008");
  const early = await make(TRANSFER, FAST_MS);
  const waiting = await make(TRANSFER, FASTER_MS);
  const cutOff = send(waiting.request).then(
    () => undefined,
    () => undefined,
  );
  const copies = await Promise.all([send(early.request), send(early.request)]);
  expect(copies.map(({ code }) => code)).toEqual(["00000", "00000"]);
  expect(Date.now()).toBeGreaterThanOrEqual(Number(early.request.headers["access-timestamp"]));
  expect(await available(waiting.key)).toBe(FUNDS);
  return { transfer, withdrawal, refused, early, waiting, cutOff };
}
