import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { type TestGateway, testGateway } from "../../../test/support/gateway-fixture.ts";
import { signedHeaders, type TestKey, testKey } from "../../../test/support/test-key.ts";
import { type Network, parseNetwork } from "../address/network.ts";
import { listEndpoints } from "../list-endpoints.ts";
import { FAILURES_PER_MINUTE, OVERALL_PER_MINUTE } from "../rate-limit/overall-limits.ts";
import { defineEndpoint } from "./endpoint.ts";

const alice = testKey({ uid: "1000000001" });
const bob = testKey({ uid: "1000000002", userIndex: 2 });
const OFFICE = "10.0.0.9";

function privateEndpoint(path: string, urgent: boolean) {
  return defineEndpoint({
    method: "GET",
    paths: [path],
    version: "v2",
    summary: "Answers a user",
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 20_000, per: "uid" },
    urgent,
    request: Type.Object({}),
    response: Type.Object({}),
    handle: () => ({}),
  });
}

const ENDPOINTS = [
  privateEndpoint("/t/orders", false),
  privateEndpoint("/t/cancel", true),
  defineEndpoint({
    method: "GET",
    paths: ["/t/time"],
    version: "v2",
    summary: "Answers anybody",
    access: { kind: "public" },
    limit: { perSecond: 2, per: "ip" },
    request: Type.Object({}),
    response: Type.Object({ isKnown: Type.Boolean() }),
    handle: (context) => ({ isKnown: context.principal !== undefined }),
  }),
];

const open: TestGateway[] = [];

afterEach(async () => {
  for (const { app } of open.splice(0)) await app.close();
});

type Asked = {
  readonly key?: TestKey;
  readonly from?: string;
  readonly changed?: Readonly<Record<string, string>>;
};

function gatewayWith(options: { keys?: readonly TestKey[]; trustedProxies?: Network[] } = {}) {
  const made = testGateway({ endpoints: ENDPOINTS, keys: [alice, bob], ...options });
  open.push(made);
  const ask = async (url: string, { key, from = OFFICE, changed = {} }: Asked = {}) => {
    const signed = key === undefined ? {} : signedHeaders(key, { method: "GET", target: url });
    const headers = { ...signed, ...changed };
    const answer = await made.app.inject({ url, headers, remoteAddress: from });
    return answer.json().code as string;
  };
  /** Uses up what anonymous requests of the address have. */
  const exhaust = (address: string): void => {
    for (let call = 0; call <= OVERALL_PER_MINUTE; call += 1) {
      made.gateway.overall.anonymous.admit(address);
    }
  };
  return { ...made, ask, exhaust };
}

const UNKNOWN = { "access-key": `bg_${"0".repeat(32)}` };

describe("requests without a known key behind an address", () => {
  it("use up the limit of the address, not that of users with keys", async () => {
    const { ask, exhaust, gateway } = gatewayWith();
    exhaust(OFFICE);
    expect(await ask("/t/time")).toBe("429");
    expect(await ask("/t/orders")).toBe("429");
    expect(await ask("/t/orders", { key: alice, changed: UNKNOWN })).toBe("429");
    expect(await ask("/no/such/path")).toBe("429");
    expect(await ask("/t/orders", { key: alice })).toBe("00000");
    expect(await ask("/t/cancel", { key: bob })).toBe("00000");
    expect(await ask("/t/time", { from: "10.0.0.10" })).toBe("00000");
    expect(gateway.limiter.take("overall of a user", "1000000001")).toBe(OVERALL_PER_MINUTE - 2);
  });

  it("leave public endpoints available to signed requests, up to the endpoint's limit", async () => {
    const { advance, ask, exhaust, gateway } = gatewayWith();
    exhaust(OFFICE);
    expect(await ask("/t/time")).toBe("429");
    expect(await ask("/t/time", { key: alice })).toBe("00000");
    expect(await ask("/t/time", { key: bob, changed: { "access-sign": "AAAA" } })).toBe("429");
    expect(await ask("/t/time", { key: bob })).toBe("00000");
    expect(await ask("/t/time", { key: bob })).toBe("429");
    advance(1_000);
    expect(await ask("/t/time", { key: alice })).toBe("00000");
    expect(gateway.overall.users.admit(alice.record.uid)).toBe(0);
  });

  it("are counted by the first half of an IPv6 address", async () => {
    const { ask, exhaust } = gatewayWith();
    exhaust("2001:db8:0:7::/64");
    expect(await ask("/t/time", { from: "2001:db8:0:7:aaaa::1" })).toBe("429");
    expect(await ask("/t/time", { from: "2001:db8:0:8::1" })).toBe("00000");
  });
});

describe("a user", () => {
  it("beyond the overall limit is refused for five minutes, except for cancels", async () => {
    const { advance, ask, gateway } = gatewayWith();
    const { users } = gateway.overall;
    for (let call = 0; call <= OVERALL_PER_MINUTE; call += 1) users.admit(alice.record.uid);
    expect(await ask("/t/orders", { key: alice })).toBe("429");
    expect(await ask("/t/orders", { key: alice, from: "10.0.0.10" })).toBe("429");
    expect(await ask("/t/cancel", { key: alice })).toBe("00000");
    expect(await ask("/t/orders", { key: bob })).toBe("00000");
    advance(299_999);
    expect(users.admit(alice.record.uid)).toBe(1);
    advance(1);
    expect(users.admit(alice.record.uid)).toBe(0);
  });

  it("has a limit for cancels that only cancels use up", async () => {
    const { ask, gateway } = gatewayWith();
    const { uid } = alice.record;
    while (gateway.overall.urgent.take(uid) >= 0);
    expect(await ask("/t/cancel", { key: alice })).toBe("429");
    expect(await ask("/t/orders", { key: alice })).toBe("00000");
  });

  it("is not affected by failed checks of the key from other addresses", async () => {
    const { advance, ask, gateway } = gatewayWith();
    const forged = { "access-sign": "AAAA" };
    expect(await ask("/t/orders", { key: alice, changed: forged })).toBe("40009");
    const subject = `${OFFICE} ${alice.record.apiKey}`;
    expect(gateway.overall.failures.take(subject)).toBe(FAILURES_PER_MINUTE - 2);
    while (gateway.overall.failures.take(subject) >= 0);
    expect(await ask("/t/orders", { key: alice, changed: forged })).toBe("429");
    expect(await ask("/t/orders", { key: alice, from: "10.0.0.10" })).toBe("00000");
    expect(await ask("/t/orders", { key: bob })).toBe("00000");
    expect(await ask("/t/time")).toBe("00000");
    advance(60_000);
    expect(await ask("/t/orders", { key: alice, changed: forged })).toBe("40008");
  });
});

describe("behind a trusted proxy", () => {
  const trustedProxies = ["127.0.0.1", "10.0.0.0/8"].flatMap((text) => parseNetwork(text) ?? []);
  const forwarded = (addresses: string) => ({ "x-forwarded-for": addresses });
  const bound = testKey({ uid: "1000000003", ipList: ["203.0.113.9"] });

  it("limits and address lists of keys use the address of the client", async () => {
    const { ask, exhaust } = gatewayWith({ keys: [bound], trustedProxies });
    const home = { key: bound, from: "127.0.0.1", changed: forwarded("203.0.113.9, 10.0.0.2") };
    expect(await ask("/t/orders", home)).toBe("00000");
    const elsewhere = { ...home, changed: forwarded("203.0.113.10, 10.0.0.2") };
    expect(await ask("/t/orders", elsewhere)).toBe("40018");
    exhaust("203.0.113.9");
    const { changed } = home;
    expect(await ask("/t/time", { from: "127.0.0.1", changed })).toBe("429");
    expect(await ask("/t/time", { from: "127.0.0.1" })).toBe("00000");
  });

  it("a client that writes the header itself, or is not a proxy, keeps its own address", async () => {
    const { ask } = gatewayWith({ keys: [bound], trustedProxies });
    const spoofed = forwarded("203.0.113.9, 198.51.100.7");
    expect(await ask("/t/orders", { key: bound, from: "127.0.0.1", changed: spoofed })).toBe(
      "40018",
    );
    const changed = forwarded("203.0.113.9");
    expect(await ask("/t/orders", { key: bound, from: "198.51.100.7", changed })).toBe("40018");
    expect(await ask("/t/orders", { key: bound, from: "::ffff:127.0.0.1", changed })).toBe("00000");
  });
});

describe("urgent endpoints", () => {
  it("are exactly those that cancel or close", () => {
    const urgent = listEndpoints().filter((endpoint) => endpoint.urgent);
    const named = listEndpoints().filter(({ bucket, method }) => {
      return method === "POST" && /cancel|close-positions/.test(bucket) && !/replace/.test(bucket);
    });
    expect(urgent.map(({ bucket }) => bucket)).toEqual(named.map(({ bucket }) => bucket));
    expect(urgent.length).toBeGreaterThan(12);
  });
});
