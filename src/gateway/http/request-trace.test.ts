/** Ids of requests, and the seq of their commands, in responses and beside commands. */
import { get } from "node:http";
import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { type TestGateway, testGateway } from "../../../test/support/gateway-fixture.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { START_MS, testKey } from "../../../test/support/test-key.ts";
import { AllowedHosts } from "../address/allowed-hosts.ts";
import { listEndpoints } from "../list-endpoints.ts";
import { defineEndpoint } from "./endpoint.ts";
import { RequestIds } from "./request-trace.ts";

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const fails = { isFailing: false };
const readTime = defineEndpoint({
  method: "GET",
  paths: ["/t/time"],
  version: "v2",
  summary: "Returns nothing, or fails",
  access: { kind: "public" },
  limit: { perSecond: 100, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({}),
  handle() {
    if (fails.isFailing) throw new Error("a defect");
    return {};
  },
});

function gateway(hosts?: AllowedHosts): TestGateway {
  const named = hosts === undefined ? {} : { hosts };
  const made = testGateway({ endpoints: [readTime], keys: [testKey()], ...named });
  open.push(() => made.app.close());
  return made;
}

async function idOf(url: string, given?: string): Promise<unknown> {
  const headers = given === undefined ? {} : { "x-request-id": given };
  const reply = await gateway().app.inject({ url, headers });
  return reply.headers["x-request-id"];
}

describe("the id of a request", () => {
  it.each(["a", "9f-1:Z_.", "x".repeat(64)])("is %j if the client gives it", async (given) => {
    expect(await idOf("/t/time", given)).toBe(given);
  });

  it.each(["", " ", "x".repeat(65), "a b", "a,b", 'a"b', "é", "a/b"])(
    "is a new one instead of %j",
    async (given) => {
      expect(await idOf("/t/time", given)).toBe(`${START_MS.toString(36)}-1`);
    },
  );

  it.each(["/t/time", "/nowhere", "/%"])("is in the response to %s", async (url) => {
    expect(await idOf(url)).toBe(`${START_MS.toString(36)}-1`);
    expect(await idOf(url, "proxy:7")).toBe("proxy:7");
  });

  it("is in the response to a request that is refused before the routes", async () => {
    const { app } = gateway(new AllowedHosts({ host: "127.0.0.1", allowed: [] }));
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = new URL(url);
    const response = await new Promise<unknown>((resolve, reject) => {
      const headers = { host: "elsewhere.example", "x-request-id": "proxy-8" };
      get({ host: "127.0.0.1", port, path: "/t/time", headers }, (received) => {
        received.resume();
        resolve([received.statusCode, received.headers["x-request-id"]]);
      }).on("error", reject);
    });
    expect(response).toEqual([403, "proxy-8"]);
  });

  it("is new for each request and each start", () => {
    const ids = new RequestIds(START_MS);
    const later = new RequestIds(START_MS + 1);
    const all = [ids.next(), ids.of({ headers: {} }), later.next(), later.next()];
    expect(new Set(all).size).toBe(all.length);
  });

  it("is reported with a defect", async () => {
    const made = gateway();
    const places: object[] = [];
    const reportFault = (_error: unknown, where: object): number => places.push(where);
    Object.assign(made.gateway, { reportFault });
    fails.isFailing = true;
    const headers = { "x-request-id": "r-1" };
    const reply = await made.app.inject({ url: "/t/time", headers });
    fails.isFailing = false;
    expect([reply.statusCode, reply.headers["x-request-id"]]).toEqual([500, "r-1"]);
    expect(places).toMatchObject([{ requestId: "r-1", endpoint: "GET /t/time" }]);
  });
});

describe("the commands of a request", () => {
  const funds = [["spot", "USDT", 10n ** 15n]] as const;
  const order = {
    ...{ symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" },
    ...{ price: "20000", size: "0.01" },
  };

  async function exchange(): Promise<ExchangeFixture> {
    const users = [{ name: "alice", accountKind: "classic", funds } as const];
    const made = await ExchangeFixture.start({ endpoints: listEndpoints(), users });
    open.push(() => made[Symbol.asyncDispose]());
    return made;
  }

  it("give the response the seq of the last one", async () => {
    const made = await exchange();
    const { commands } = made.access;
    const path = "/api/v2/spot/trade/batch-orders";
    const body = { symbol: "BTCUSDT", orderList: [order, { ...order, price: "20001" }] };
    const before = commands.appliedSeq;
    const { code, headers } = await made.post(path, body, "alice", { "x-request-id": "r-2" });
    expect([code, headers["x-request-id"]]).toEqual(["00000", "r-2"]);
    expect(headers["x-bourse-seq"]).toBe(String(before + 2));
    expect(commands.appliedSeq).toBe(before + 2);
  });

  it("give their seq also where the core rejects them, and reads give none", async () => {
    const made = await exchange();
    const path = "/api/v2/spot/trade/place-order";
    const refused = await made.post(path, { ...order, size: "1000000" }, "alice");
    expect(refused.code).not.toBe("00000");
    expect(refused.headers["x-bourse-seq"]).toBe(String(made.access.commands.appliedSeq));
    const read = await made.get("/api/v2/spot/account/assets", {}, "alice");
    expect(read.headers).not.toHaveProperty("x-bourse-seq");
    expect(read.headers["x-request-id"]).toMatch(/^[a-z0-9]+-[a-z0-9]+$/);
  });
});
