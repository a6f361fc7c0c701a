import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { AllowedHosts } from "../../src/gateway/address/allowed-hosts.ts";
import { ClientAddresses } from "../../src/gateway/address/client-addresses.ts";
import type { Network } from "../../src/gateway/address/network.ts";
import { generateApiKey, generateSecret } from "../../src/gateway/auth/api-keys.ts";
import { Authenticator } from "../../src/gateway/auth/authenticator.ts";
import type { KeyRecord } from "../../src/gateway/auth/key-directory.ts";
import { hashPassphrase } from "../../src/gateway/auth/passphrase.ts";
import { SecretSeal } from "../../src/gateway/auth/sealed-secret.ts";
import type { ExchangeAccess } from "../../src/gateway/exchange-access.ts";
import { Admission } from "../../src/gateway/http/admission.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import type { Gateway } from "../../src/gateway/http/gateway.ts";
import { RequestCounts } from "../../src/gateway/http/request-counts.ts";
import { createGatewayServer, type ServerLimits } from "../../src/gateway/http/server.ts";
import { OverallLimits } from "../../src/gateway/rate-limit/overall-limits.ts";
import { RateLimiter, type RateLimitMode } from "../../src/gateway/rate-limit/rate-limiter.ts";

/** An exchange to which nothing is sent. */
const WITHOUT_COMMANDS = {
  commands: { nowMs: () => 0, isSlow: () => false, settled: () => undefined },
} as unknown as ExchangeAccess;

/** Start of the fixture's clock. */
export const START_MS = 1_780_000_000_000;

const seal = new SecretSeal(Buffer.alloc(32, 7));
const PASSPHRASE = "open sesame";
const PASSPHRASE_HASH = hashPassphrase(PASSPHRASE);

/** A key and what its owner knows. */
export interface TestKey {
  readonly record: KeyRecord;
  readonly secret: string;
  readonly passphrase: string;
}

/** A classic live HMAC key with every classic permission, changed by `overrides`. */
export function testKey(overrides: Partial<KeyRecord> & { secret?: string } = {}): TestKey {
  const { secret = generateSecret(), ...changes } = overrides;
  const apiKey = changes.apiKey ?? generateApiKey();
  const unified = changes.accountKind === "unified";
  const record: KeyRecord = {
    apiKey,
    uid: "1000000001",
    userIndex: 1,
    accountKind: "classic",
    realm: "live",
    permissions: new Set(
      unified
        ? (["uta_mgt_write", "uta_trade_write", "withdraw", "p2p_read"] as const)
        : (["spot_trade", "contract_trade", "margin_trade", "transfer", "withdraw"] as const),
    ),
    ipList: [],
    kind: "hmac",
    sealedSecret: seal.seal(secret, apiKey),
    passphraseHash: PASSPHRASE_HASH,
    frozen: false,
    deleted: false,
    ...changes,
  };
  return { record, secret, passphrase: PASSPHRASE };
}

export interface TestGateway {
  readonly app: FastifyInstance;
  readonly gateway: Gateway;
  /** Faults reported as ours. */
  readonly faults: unknown[];
  /** Moves the wall clock and the monotonic clock. */
  advance(ms: number): void;
}

/** A gateway over a virtual clock, to be called with `app.inject` or listened on. */
export function testGateway(options: {
  readonly endpoints: readonly Endpoint[];
  readonly keys?: readonly TestKey[];
  readonly mode?: RateLimitMode;
  readonly limits?: Partial<ServerLimits>;
  readonly exchange?: ExchangeAccess;
  readonly trustedProxies?: readonly Network[];
  readonly hosts?: AllowedHosts;
}): TestGateway {
  let nowMs = START_MS;
  const faults: unknown[] = [];
  const keys = new Map((options.keys ?? []).map(({ record }) => [record.apiKey, record]));
  const limiter = new RateLimiter({ mode: options.mode ?? "exact", nowMs: () => nowMs });
  const authenticator = new Authenticator({
    keys: { find: (apiKey) => keys.get(apiKey) },
    seal,
    nowMs: () => nowMs,
  });
  const overall = new OverallLimits(limiter);
  const gateway: Gateway = {
    endpoints: options.endpoints,
    exchange: options.exchange ?? WITHOUT_COMMANDS,
    admission: new Admission(overall, authenticator),
    limiter,
    addresses: new ClientAddresses(options.trustedProxies),
    overall,
    counts: new RequestCounts(),
    reportFault: (error) => faults.push(error),
    nowMs: () => nowMs,
  };
  const limits = options.limits === undefined ? {} : { limits: options.limits };
  const app = createGatewayServer({ gateway, hosts: options.hosts, ...limits });
  return { app, gateway, faults, advance: (ms) => (nowMs += ms) };
}

/** The four headers of a signed request at the fixture's start time. */
export function signedHeaders(
  key: TestKey,
  request: { method: "GET" | "POST"; target: string; body?: string; timestampMs?: number },
): Record<string, string> {
  const timestamp = String(request.timestampMs ?? START_MS);
  const prestring = timestamp + request.method + request.target + (request.body ?? "");
  return {
    "access-key": key.record.apiKey,
    "access-sign": createHmac("sha256", key.secret).update(prestring).digest("base64"),
    "access-timestamp": timestamp,
    "access-passphrase": key.passphrase,
    "content-type": "application/json",
  };
}
