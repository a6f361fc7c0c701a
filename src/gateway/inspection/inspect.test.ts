import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { errorOf, type TestAnswer } from "../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { signedHeaders } from "../../../test/support/test-key.ts";
import { COIN } from "../../../test/support/test-listings.ts";
import { endpointsTradeV3 } from "../rest-v3/trade/endpoints-trade.ts";
import { endpointsUserV3 } from "../rest-v3/user/endpoints-user.ts";
import { inspect } from "./inspect.ts";
import { TAPS_PER_FAMILY } from "./taps.ts";

const PATH = "/terminal/v1/inspect";
const ORDER = {
  ...{ category: "SPOT", symbol: "BTCUSDT", orderType: "limit", side: "buy" },
  ...{ price: "49000", qty: "0.01" },
};

let exchange: ExchangeFixture;
let url: string;
const streams: Stream[] = [];

beforeEach(async () => {
  const unified = {
    accountKind: "unified",
    funds: [["unified", "USDT", 1_000_000n * COIN]],
  } as const;
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsUserV3, inspect],
    users: [
      { name: "alice", ...unified },
      { name: "bob", ...unified },
      { name: "child", ...unified, parent: "alice" },
    ],
  });
  url = await exchange.gateway.app.listen({ port: 0, host: "127.0.0.1" });
});

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await exchange[Symbol.asyncDispose]();
});

type Event = { readonly event: string; readonly data: Readonly<Record<string, unknown>> };

/** An open stream and its events so far. */
class Stream {
  readonly response: Response;
  readonly #abort: AbortController;
  #text = "";
  isEnded = false;

  constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.#read().catch(() => undefined);
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const part of this.response.body ?? []) this.#text += decoder.decode(part);
    this.isEnded = true;
  }

  get events(): Event[] {
    const parts = this.#text.split("\n\n").filter((part) => part.includes("data: "));
    return parts.map((part) => {
      const event = /^event: (.*)$/m.exec(part)?.[1] ?? "";
      return { event, data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? "{}") };
    });
  }

  get items(): Event["data"][] {
    return this.events.filter(({ event }) => event === "").map(({ data }) => data);
  }

  close(): void {
    this.#abort.abort();
  }
}

async function open(name: string, query = ""): Promise<Stream> {
  const target = PATH + query;
  const { key } = exchange.user(name);
  const headers = signedHeaders(key, { method: "GET", target, timestampMs: exchange.nowMs });
  const abort = new AbortController();
  const response = await fetch(url + target, { headers, signal: abort.signal });
  const stream = new Stream(response, abort);
  streams.push(stream);
  return stream;
}

function place(name: string, terms: object = {}): Promise<TestAnswer> {
  return exchange.post("/api/v3/trade/place-order", { ...ORDER, ...terms }, name);
}

async function addKey(user: number, apiKey: string): Promise<void> {
  await exchange.apply({
    kind: "create_key",
    ...{ user, apiKey, keyKind: "hmac", sealedSecret: new Uint8Array(1), passphraseHash: "" },
    ...{ permissions: "uta_mgt_read", ipList: "", note: "" },
  });
}

const NEVER = `bg_${"0".repeat(32)}`;

describe("a stream of a key", () => {
  it("has each request with its answer, and no other user's", async () => {
    const stream = await open("alice");
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    await place("bob");
    const placed = await place("alice");
    const item = await eventually("the request", () => stream.items[0]);
    expect(item).toMatchObject({
      ...{ kind: "rest", method: "POST", path: "/api/v3/trade/place-order", status: 200 },
      ...{ isVerified: true, isRequestCut: false, droppedBefore: 0 },
    });
    expect(JSON.parse(String(item["requestBody"]))).toMatchObject({ qty: "0.01" });
    expect(String(item["responseBody"])).toContain(
      String((placed.data as TestAnswer["headers"])["orderId"]),
    );
    expect(stream.items).toHaveLength(1);
    expect(stream.events[0]?.event).toBe("open");
  });

  it("has refused requests with their code, also one whose signature is wrong", async () => {
    const stream = await open("alice");
    await place("alice", { qty: "0" });
    const forged = { "access-sign": Buffer.alloc(32).toString("base64") };
    const { key } = exchange.user("alice");
    const target = "/api/v3/trade/unfilled-orders";
    const headers = signedHeaders(key, { method: "GET", target, timestampMs: exchange.nowMs });
    await fetch(url + target, { headers: { ...headers, ...forged } });
    await eventually("both requests", () => stream.items.length === 2);
    expect(stream.items[0]).toMatchObject({ isVerified: true });
    expect(stream.items[1]).toMatchObject({ isVerified: false, status: 400 });
    expect(stream.items[1]?.["responseBody"]).toContain("40009");
    const all = JSON.stringify(stream.events);
    for (const secret of [key.secret, key.passphrase, headers["access-sign"] ?? ""]) {
      expect(all).not.toContain(secret);
    }
  });

  it("does not show what an endpoint answers once", async () => {
    const stream = await open("alice");
    const { uid } = exchange.user("child");
    const key = { subUid: uid, passphrase: "Passphrase1", note: "new", type: "read_only" };
    await exchange.post(
      "/api/v3/user/create-sub-api",
      { ...key, permissions: ["uta_trade"] },
      "alice",
    );
    const item = await eventually("the request", () => stream.items[0]);
    expect(item).toMatchObject({ requestBody: "[removed]", responseBody: "[removed]" });
  });

  it("is not opened for a key of somebody else, which is answered as an unknown one", async () => {
    await addKey(exchange.user("bob").index, NEVER);
    const plain = ({ code, data, msg, status }: TestAnswer) => ({ code, data, msg, status });
    const asked = async (apiKey: string, name: string) =>
      plain(await exchange.get(PATH, { apiKey }, name));
    const unknown = await asked(`bg_${"1".repeat(32)}`, "alice");
    expect(await asked(NEVER, "alice")).toEqual(unknown);
    expect(await asked(NEVER, "child")).toEqual(unknown);
    expect(unknown).toMatchObject({ status: 400, code: "40037" });
    expect(exchange.access.taps.isEmpty).toBe(true);
  });

  it("of a sub-account is open to the main account, and not the other way round", async () => {
    await addKey(exchange.user("child").index, NEVER);
    const stream = await open("alice", `?apiKey=${NEVER}`);
    await eventually("the stream", () => stream.events[0]?.data["apiKey"] === NEVER);
    const mains = `bg_${"2".repeat(32)}`;
    await addKey(exchange.user("alice").index, mains);
    expect(errorOf(await exchange.get(PATH, { apiKey: mains }, "child"))).toEqual([400, "40037"]);
  });

  it("ends with a reason when the key is deleted, or the access of its account changed", async () => {
    const user = exchange.user("child").index;
    await addKey(user, NEVER);
    const stream = await open("alice", `?apiKey=${NEVER}`);
    await exchange.apply({ kind: "delete_key", user, apiKey: NEVER });
    await eventually("the end", () => stream.isEnded);
    expect(stream.events.at(-1)).toMatchObject({ event: "end" });
    const own = await open("child");
    const access = { user, status: "frozen", permissions: "" } as const;
    await exchange.apply({ kind: "set_user_access", ...access });
    await eventually("the end", () => own.isEnded);
    await eventually("no stream", () => exchange.access.taps.isEmpty);
  });

  it("is one of a few of its main account and the sub-accounts, as long as it is open", async () => {
    await open("alice");
    for (let count = 1; count < TAPS_PER_FAMILY; count += 1) await open("child");
    for (const name of ["alice", "child"]) {
      expect(errorOf(await exchange.get(PATH, {}, name))).toEqual([429, "429"]);
    }
    expect((await open("bob")).response.status).toBe(200);
    streams[0]?.close();
    await eventually("a place", () => exchange.access.taps.hasRoom(exchange.user("alice").index));
  });

  it("ends when the exchange stops", async () => {
    const stream = await open("alice");
    await exchange.gateway.app.close();
    await eventually("the end", () => stream.isEnded);
  });
});
