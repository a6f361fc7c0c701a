import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { INTERFACE_V2 } from "../../src/gateway/interface/interface-v2.ts";
import { INTERFACE_V3 } from "../../src/gateway/interface/interface-v3.ts";
import { NOT_OFFERED_V2 } from "../../src/gateway/interface/not-offered-v2.ts";
import { NOT_OFFERED_V3 } from "../../src/gateway/interface/not-offered-v3.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { parseSource } from "../tidy/syntax.ts";
import { ARRANGED } from "./ccxt-arranged.ts";
import { impossibleClaims } from "./ccxt-table.ts";
import {
  channelsOfBitgetApi,
  methodsOfBitgetApi,
  methodsOfCcxt,
  requestsOfCcxt,
  watchingOfCcxt,
} from "./client-methods.ts";
import { CLIENTS_PATH, clientsPage, unprovenMethods } from "./clients-page.ts";
import {
  COVERAGE_PATH,
  claimable,
  claimsOf,
  conformanceSupport,
  conformanceTests,
  coveragePage,
  interfaceEndpoints,
  unlistedRoutes,
  unproven,
} from "./coverage-page.ts";
import { INTERFACE_CHANNELS } from "./interface-channels.ts";
import { readClaims, uncalledClaims, unreadableClaims } from "./read-claims.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

describe("the pages of coverage", () => {
  it.each([
    [COVERAGE_PATH, coveragePage],
    [CLIENTS_PATH, clientsPage],
  ])("%s is up to date: npm run api-coverage", (path, pageOf) => {
    expect(readFileSync(join(ROOT, path), "utf8") === pageOf(claimsOf(ROOT))).toBe(true);
  });

  it("are made of claims about things that exist", () => {
    const known = claimable();
    const unknown = claimsOf(ROOT).filter(({ served }) => !known.has(served));
    expect(unknown).toEqual([]);
  });
});

it("every route, channel and operation that is built is proven by a conformance test", () => {
  expect(unproven(claimsOf(ROOT))).toEqual([]);
});

describe("the methods of the clients", () => {
  it("are all proven, at every offered endpoint and for each kind of account", () => {
    expect(unprovenMethods(claimsOf(ROOT))).toEqual([]);
  });

  it("miss a proof when a test no longer claims it", () => {
    const without = claimsOf(ROOT).filter(
      ({ method }) =>
        !["ccxt.fetchDeposit", "ccxt.pro.unWatchTicker", "RestClientV3.getAllFeeRates"].includes(
          method,
        ),
    );
    expect(unprovenMethods(without)).toEqual([
      "RestClientV3.getAllFeeRates: GET /api/v3/account/all-fee-rate",
      "ccxt.fetchDeposit, classic: GET /api/v2/spot/wallet/deposit-records",
      "ccxt.fetchDeposit, unified: GET /api/v3/account/deposit-records",
      "ccxt.unWatchTicker, v2",
      "ccxt.unWatchTicker, v3",
    ]);
  });

  it("request by the kind of account what their branches say", () => {
    const methods = new Map(methodsOfCcxt().map((method) => [method.name, method]));
    expect(methods.get("fetchTradingFee")).toMatchObject({
      classic: ["GET /api/v2/common/trade-rate"],
      unified: ["GET /api/v3/account/fee-rate"],
    });
    expect(methods.get("fetchTime")).toMatchObject({
      classic: ["GET /api/v2/public/time"],
      unified: ["GET /api/v2/public/time"],
    });
    expect(methods.get("createMarketOrderWs")).toMatchObject({
      ...{ classic: [], unified: [] },
      silence: "bitget createOrderWs() is not supported yet",
    });
    expect(methods.size).toBeGreaterThan(80);
    expect(watchingOfCcxt().length).toBeGreaterThan(14);
  });

  it("that arrange others are called, and send no more than their code can", () => {
    const methods = methodsOfCcxt();
    for (const [name, sent] of ARRANGED) {
      expect(methods.map((method) => method.name)).toContain(name);
      const known = new Set(requestsOfCcxt().values());
      const endpoints = [...sent.classic.endpoints, ...sent.unified.endpoints];
      expect(endpoints.filter((endpoint) => !known.has(endpoint))).toEqual([]);
    }
  });
});

describe("the interface", () => {
  const known = new Set([...interfaceEndpoints(), ...unlistedRoutes()]);
  const unknown = (endpoints: Iterable<string>) =>
    [...endpoints].filter((endpoint) => !known.has(endpoint));

  it.each(["v2", "v3"] as const)("has every endpoint of bitget-api's client of %s", (version) => {
    const methods = methodsOfBitgetApi(version);
    expect(methods.length).toBeGreaterThan(200);
    expect(unknown(methods.flatMap(({ endpoints }) => endpoints))).toEqual([]);
  });

  it("has every endpoint of ccxt's class", () => {
    const endpoints = [...requestsOfCcxt().values()];
    expect(endpoints.length).toBeGreaterThan(500);
    expect(unknown(endpoints)).toEqual([]);
  });

  it("has every channel that bitget-api's types name", () => {
    const channels = channelsOfBitgetApi();
    expect(channels.size).toBeGreaterThan(20);
    const listed = new Set(INTERFACE_CHANNELS.map(({ name }) => name));
    expect([...channels].filter((channel) => !listed.has(channel))).toEqual([]);
  });

  it("lists each endpoint once, and offers what it serves", () => {
    const groups = [INTERFACE_V2, INTERFACE_V3, NOT_OFFERED_V2, NOT_OFFERED_V3].flat();
    const listed = groups.flatMap(({ endpoints }) => endpoints);
    expect(listed.length).toBe(new Set(listed).size);
    const absent = [...NOT_OFFERED_V2, ...NOT_OFFERED_V3].flatMap(({ endpoints }) => endpoints);
    const served = new Set(
      listEndpoints().flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`)),
    );
    expect(absent.filter((endpoint) => served.has(endpoint))).toEqual([]);
  });
});

describe("a claim", () => {
  const read = (text: string) => readClaims({ path: "a.test.ts", text, tree: parseSource(text) });

  it("is read with everything that its arguments may be", () => {
    const claims = read(
      'proves("ccxt.watchOrders", isClassic ? "v2 channel orders" : "v3 channel order");' +
        'provesRead("ccxt.fetchTime", client, { spot: "GET /api/v2/public/time" });',
    );
    expect(claims.map(({ method, served }) => [method, served])).toEqual([
      ["ccxt.watchOrders", "v2 channel orders"],
      ["ccxt.watchOrders", "v3 channel order"],
      ["ccxt.fetchTime", "GET /api/v2/public/time"],
    ]);
  });

  it("of a refusal is told apart", () => {
    const served = "POST /api/v3/trade/place-order";
    const claims = read(`provesRefusal("ccxt.createStopOrder", "${served}");`);
    expect(claims).toMatchObject([{ method: "ccxt.createStopOrder", served, isRefusal: true }]);
  });

  it("says what it proves where it stands, of a method that its test calls", () => {
    const tests = conformanceTests(ROOT);
    expect(tests.flatMap(unreadableClaims)).toEqual([]);
    const shared = conformanceSupport(ROOT);
    expect(tests.flatMap((file) => uncalledClaims(file, shared))).toEqual([]);
    const text = 'proves("ccxt.fetchTime", path); proves("ccxt.withdraw", "v2 channel fill");';
    const file = { path: "a.test.ts", text, tree: parseSource(text) };
    expect(unreadableClaims(file)).toEqual(["a.test.ts: ccxt.fetchTime"]);
    expect(uncalledClaims(file, [])).toEqual([
      "a.test.ts: ccxt.fetchTime",
      "a.test.ts: ccxt.withdraw",
    ]);
  });

  it("of a call that ccxt does not send is found", () => {
    expect(impossibleClaims(claimsOf(ROOT))).toEqual([]);
    const served = "GET /api/v3/market/tickers";
    const claim = { method: "ccxt.fetchTime", served, path: "a.test.ts", isRefusal: false };
    expect(impossibleClaims([claim])).toEqual([`a.test.ts: ccxt.fetchTime at ${served}`]);
  });

  it("is not read from other calls", () => {
    expect(read('expect("GET /api/v2/public/time").toBe("v2 channel orders");')).toEqual([]);
  });
});
