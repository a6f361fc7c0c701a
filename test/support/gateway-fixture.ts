import type { FastifyInstance } from "fastify";
import type { AllowedHosts } from "../../src/gateway/address/allowed-hosts.ts";
import { ClientAddresses } from "../../src/gateway/address/client-addresses.ts";
import type { Network } from "../../src/gateway/address/network.ts";
import { Authenticator } from "../../src/gateway/auth/authenticator.ts";
import type { KeyDirectory } from "../../src/gateway/auth/key-directory.ts";
import type { KeyUses } from "../../src/gateway/auth/key-uses.ts";
import type { ExchangeAccess } from "../../src/gateway/exchange-access.ts";
import { Admission } from "../../src/gateway/http/admission.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import type { Gateway } from "../../src/gateway/http/gateway.ts";
import { RequestCounts } from "../../src/gateway/http/request-counts.ts";
import { RequestIds } from "../../src/gateway/http/request-trace.ts";
import { createGatewayServer, type ServerLimits } from "../../src/gateway/http/server.ts";
import { Taps } from "../../src/gateway/inspection/taps.ts";
import { OverallLimits } from "../../src/gateway/rate-limit/overall-limits.ts";
import { RateLimiter, type RateLimitMode } from "../../src/gateway/rate-limit/rate-limiter.ts";
import type { Lane } from "./lane-client.ts";
import { START_MS, TEST_SEAL, type TestKey } from "./test-key.ts";

/** An exchange to which nothing is sent. */
const WITHOUT_COMMANDS = {
  taps: new Taps(),
  commands: { nowMs: () => 0, isSlow: () => false, settled: () => undefined },
  history: { lagMs: 0 },
} as unknown as ExchangeAccess;

export interface TestGateway {
  readonly app: FastifyInstance;
  readonly gateway: Gateway;
  readonly authenticator: Authenticator;
  /** Faults reported as ours. */
  readonly faults: unknown[];
  /** Moves the wall clock and the monotonic clock. */
  advance(ms: number): void;
}

/** A gateway over a virtual clock, to be called with `app.inject` or listened on. */
export function testGateway(options: {
  readonly endpoints: readonly Endpoint[];
  readonly keys?: readonly TestKey[];
  /** Finds keys that are not among `keys`. */
  readonly directory?: KeyDirectory;
  readonly uses?: KeyUses;
  readonly mode?: RateLimitMode;
  readonly limits?: Partial<ServerLimits>;
  readonly exchange?: ExchangeAccess;
  readonly trustedProxies?: readonly Network[];
  readonly hosts?: AllowedHosts;
  readonly lane?: Lane | undefined;
}): TestGateway {
  let nowMs = START_MS;
  const faults: unknown[] = [];
  const keys = new Map((options.keys ?? []).map(({ record }) => [record.apiKey, record]));
  const limiter = new RateLimiter({ mode: options.mode ?? "exact", nowMs: () => nowMs });
  const authenticator = new Authenticator({
    keys: { find: (apiKey) => keys.get(apiKey) ?? options.directory?.find(apiKey) },
    seal: TEST_SEAL,
    nowMs: () => nowMs,
    uses: options.uses,
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
    requestIds: new RequestIds(START_MS),
    reportFault: (error) => faults.push(error),
    nowMs: () => nowMs,
  };
  const limits = options.limits === undefined ? {} : { limits: options.limits };
  const app = createGatewayServer({ gateway, hosts: options.hosts, lane: options.lane, ...limits });
  return { app, gateway, authenticator, faults, advance: (ms) => (nowMs += ms) };
}
