/** One request, signed once and sent a hundred times at the same time: it has one effect. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../src/core/audit.ts";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { uidOf } from "../../src/gateway/auth/uid.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { rowOf } from "../support/test-answer.ts";
import { COIN as ONE_COIN } from "../support/test-listings.ts";
import { goodRequest } from "./bad-requests.ts";
import { type Answered, type HostileWorld, hostileWorld, KNOWN_ADDRESS } from "./hostile-world.ts";

const COPIES = 100;

interface Repeated {
  readonly name: string;
  readonly path: string;
  /** The body that is sent. */
  readonly body: (world: HostileWorld) => Promise<object> | object;
  /** Codes of the copies that have no effect, or a repeated success. */
  readonly others: readonly string[];
  /** Number of rows that show effects of the request. */
  readonly effects: (world: HostileWorld) => Promise<number>;
}

async function rows(world: HostileWorld, path: string, name: string, query = {}): Promise<number> {
  const { data } = await world.exchange.get(path, query, name);
  const list = Array.isArray(data) ? data : Object.values(data as object).find(Array.isArray);
  return (list ?? []).length;
}

const WITHDRAWAL = {
  ...{ coin: "USDT", transferType: "on_chain", chain: "TRC20", address: KNOWN_ADDRESS },
  size: "20",
  clientOid: "once-out",
};

/** The virtual sub-accounts of alice and ulla follow the planned users. */
const ALICES_SUB = uidOf(7);
const ULLAS_SUB = uidOf(9);

/** What the transfer to a sub-account sends. */
const SENT = 3n * ONE_COIN;

const COIN = { coin: "USDT" };

function bills(world: HostileWorld, name: string): Promise<number> {
  const query = { category: "OTHER", coin: "USDT", type: "TRANSFER_OUT" };
  return rows(world, "/api/v3/account/financial-records", name, query);
}

const REPEATED: readonly Repeated[] = [
  {
    name: "withdrawal of a classic account",
    path: "/api/v2/spot/wallet/withdrawal",
    body: () => WITHDRAWAL,
    others: ["00000"],
    effects: (world) => withdrawals(world, "/api/v2/spot/wallet/withdrawal-records", "alice"),
  },
  {
    name: "withdrawal of a unified account",
    path: "/api/v3/account/withdraw",
    body: () => WITHDRAWAL,
    others: ["00000"],
    effects: (world) => withdrawals(world, "/api/v3/account/withdrawal-records", "ulla"),
  },
  {
    name: "conversion",
    path: "/api/v2/convert/trade",
    body: async ({ exchange }) => {
      const query = { fromCoin: "BTC", toCoin: "USDT", fromCoinSize: "0.01" };
      const quote = rowOf(await exchange.get("/api/v2/convert/quoted-price", query, "alice"));
      const { fee: _fee, ...terms } = quote;
      return terms;
    },
    others: ["12021"],
    effects: (world) => {
      const { nowMs } = world.exchange;
      const query = { startTime: nowMs - 1_000, endTime: nowMs };
      return rows(world, "/api/v2/convert/convert-record", "alice", query);
    },
  },
  {
    name: "transfer",
    path: "/api/v2/spot/wallet/transfer",
    body: () => ({
      ...{ fromType: "spot", toType: "usdt_futures", amount: "7", coin: "USDT" },
      clientOid: "once-transfer",
    }),
    others: ["00000", "40786", "43118"],
    effects: (world) => {
      const query = { coin: "USDT", clientOid: "once-transfer" };
      return rows(world, "/api/v2/spot/account/transferRecords", "alice", query);
    },
  },
  {
    name: "transfer without a client id",
    path: "/api/v2/spot/wallet/transfer",
    body: () => ({ fromType: "spot", toType: "usdt_futures", amount: "3", coin: "USDT" }),
    others: ["00000"],
    effects: (world) => rows(world, "/api/v2/spot/account/transferRecords", "alice", COIN),
  },
  {
    name: "transfer of a unified account without a client id",
    path: "/api/v3/account/transfer",
    body: () => ({ fromType: "uta", toType: "spot", amount: "3", coin: "USDT" }),
    others: ["00000"],
    effects: (world) => bills(world, "ulla"),
  },
  {
    name: "withdrawal without a client id",
    path: "/api/v2/spot/wallet/withdrawal",
    body: () => ({ ...WITHDRAWAL, clientOid: undefined }),
    others: ["00000"],
    effects: (world) => {
      const { nowMs } = world.exchange;
      const query = { startTime: nowMs - 60_000, endTime: nowMs + 1_000 };
      return rows(world, "/api/v2/spot/wallet/withdrawal-records", "alice", query);
    },
  },
  {
    name: "reversal of a position",
    path: "/api/v2/mix/order/click-backhand",
    body: () => ({
      ...{ symbol: "BTCUSDT", productType: "usdt-futures", marginCoin: "USDT", side: "sell" },
      clientOid: "once-back",
    }),
    others: ["40786"],
    effects: (world) => {
      const query = { productType: "usdt-futures", orderSource: "reverse" };
      return rows(world, "/api/v2/mix/order/orders-history", "alice", query);
    },
  },
  {
    name: "move of a position",
    path: "/api/v3/account/move-positions",
    body: ({ exchange }) => {
      const [fromUid, toUid] = ["ulla", "uma"].map((name) => uidOf(exchange.user(name).index));
      const positionList = [{ symbol: "BTCUSDT", side: "sell", qty: "0.001" }];
      return { fromUid, toUid, category: "USDT-FUTURES", positionList };
    },
    others: ["00000"],
    effects: (world) => {
      const query = { category: "USDT-FUTURES" };
      return rows(world, "/api/v3/account/move-position-history", "ulla", query);
    },
  },
  {
    name: "creation of a sub-account",
    path: "/api/v2/user/create-virtual-subaccount",
    body: () => ({ subAccountList: ["onlyonce"] }),
    others: ["00000"],
    effects: (world) => rows(world, "/api/v2/user/virtual-subaccount-list", "alice"),
  },
  {
    name: "creation of a sub-account of a unified account",
    path: "/api/v3/user/create-sub",
    body: () => ({ username: "unifiedx" }),
    others: ["40060"],
    effects: (world) => rows(world, "/api/v3/user/sub-list", "ulla"),
  },
  {
    name: "creation of a sub-account with a key",
    path: "/api/v2/user/batch-create-subaccount-and-apikey",
    body: () => [
      {
        ...{ subAccountName: "withakey", passphrase: "Passphrase1", label: "one" },
        ...{ ipList: ["127.0.0.1"], permList: ["spot_trade"] },
      },
    ],
    others: ["40008"],
    effects: (world) => rows(world, "/api/v2/user/virtual-subaccount-list", "alice"),
  },
  {
    name: "key of a sub-account",
    path: "/api/v2/user/create-virtual-subaccount-apikey",
    body: () => ({
      ...{ subAccountUid: ALICES_SUB, passphrase: "Passphrase1", label: "second" },
      permList: ["spot_trade"],
    }),
    others: ["40008"],
    effects: (world) => {
      const query = { subAccountUid: ALICES_SUB };
      return rows(world, "/api/v2/user/virtual-subaccount-apikey-list", "alice", query);
    },
  },
  {
    name: "key of a sub-account of a unified account",
    path: "/api/v3/user/create-sub-api",
    body: () => ({
      ...{ subUid: ULLAS_SUB, passphrase: "Passphrase1", note: "second", type: "read_write" },
      ...{ permissions: ["uta_trade"], ips: ["127.0.0.1"] },
    }),
    others: ["40008"],
    effects: (world) => rows(world, "/api/v3/user/sub-api-list", "ulla", { subUid: ULLAS_SUB }),
  },
  {
    name: "transfer between main account and sub-account",
    path: "/api/v2/spot/wallet/subaccount-transfer",
    body: ({ exchange }) => ({
      ...{ fromType: "spot", toType: "spot", amount: "3", coin: "USDT" },
      ...{ fromUserId: uidOf(exchange.user("alice").index), toUserId: ALICES_SUB },
    }),
    others: ["00000"],
    effects: async ({ exchange: { state } }) => {
      const currency = state.currencyByCode.get("USDT")?.index ?? 0;
      return Number(state.ledger.balance(state.ledger.find(7, WALLET_INDEX.spot, currency)) / SENT);
    },
  },
  {
    name: "transfer between unified main account and sub-account",
    path: "/api/v3/account/sub-transfer",
    body: ({ exchange }) => {
      const [fromUserId, toUserId] = ["ulla", "uma"].map((name) =>
        uidOf(exchange.user(name).index),
      );
      const terms = { fromType: "uta", toType: "uta", amount: "3", coin: "USDT" };
      return { ...terms, fromUserId, toUserId, clientOid: "once-sub" };
    },
    others: ["00000"],
    effects: (world) => bills(world, "ulla"),
  },
  ...(["crossed", "isolated"] as const).flatMap((mode): Repeated[] => {
    const named = mode === "crossed" ? COIN : { ...COIN, symbol: "BTCUSDT" };
    const count = (kind: "borrow" | "repay") => (world: HostileWorld) => {
      const query = { ...named, startTime: world.exchange.nowMs - 1_000 };
      return rows(world, `/api/v2/margin/${mode}/${kind}-history`, "alice", query);
    };
    return [
      {
        name: `loan of ${mode} margin`,
        path: `/api/v2/margin/${mode}/account/borrow`,
        body: () => ({ ...named, borrowAmount: "1" }),
        others: ["00000"],
        effects: count("borrow"),
      },
      {
        name: `repayment of ${mode} margin`,
        path: `/api/v2/margin/${mode}/account/repay`,
        body: () => ({ ...named, repayAmount: "1" }),
        others: ["00000"],
        effects: count("repay"),
      },
    ];
  }),
  ...(["v2", "v3"] as const).flatMap((version): Repeated[] => {
    const root = version === "v2" ? "/api/v2/earn/loan/" : "/api/v3/loan/";
    const name = version === "v2" ? "alice" : "ulla";
    const own = ({ sides }: HostileWorld): object => ({ orderId: sides[version].orders.loan });
    const listed = (world: HostileWorld, path: string): Promise<number> => {
      const { nowMs } = world.exchange;
      return rows(world, `${root}${path}`, name, { startTime: nowMs - 1_000, endTime: nowMs });
    };
    const ongoing = version === "v2" ? "ongoing-orders" : "borrow-ongoing";
    const method = version === "v2" ? {} : { method: "borrowed_coin" };
    return [
      {
        name: `loan against a pledge on ${version}`,
        path: `${root}borrow`,
        body: () => ({
          ...{ loanCoin: "USDT", pledgeCoin: "BTC", daily: "SEVEN", loanAmount: "10" },
        }),
        others: ["00000"],
        effects: (world) => rows(world, `${root}${ongoing}`, name),
      },
      {
        name: `repayment of a loan against a pledge on ${version}`,
        path: `${root}repay`,
        body: (world) => ({ ...own(world), amount: "5", repayAll: "no", ...method }),
        others: ["00000"],
        effects: (world) => listed(world, "repay-history"),
      },
      {
        name: `change of a pledge on ${version}`,
        path: `${root}revise-pledge`,
        body: (world) => ({
          ...{ ...own(world), amount: "0.001", pledgeCoin: "BTC", reviseType: "IN" },
        }),
        others: ["00000"],
        effects: (world) =>
          listed(world, version === "v2" ? "revise-history" : "pledge-rate-history"),
      },
    ];
  }),
  {
    name: "peer-to-peer order",
    path: "/api/v3/p2p/order-create",
    body: ({ sides }) =>
      JSON.parse(goodRequest(endpointAt("/api/v3/p2p/order-create"), sides.v3)) as object,
    others: ["00000"],
    effects: (world) => rows(world, "/api/v3/p2p/pending-orders", "ulla"),
  },
  {
    name: "ad",
    path: "/api/v3/p2p/ad-create",
    body: () => ({
      ...{ side: "buy", price: "1", minAmount: "1", maxAmount: "100", quantity: "10" },
      ...{ token: "USDT", fiat: "USD", payMethodIds: [{ payMethodId: "1" }], payTimeLimit: "15" },
      priceType: "fixed",
    }),
    others: ["00000"],
    effects: (world) => rows(world, "/api/v3/p2p/my-ads", "ulla"),
  },
  {
    name: "futures order",
    path: "/api/v2/mix/order/place-order",
    body: () => ({
      ...{ symbol: "BTCUSDT", productType: "USDT-FUTURES", marginMode: "crossed", side: "buy" },
      ...{ marginCoin: "USDT", orderType: "limit", price: "49000", size: "0.01" },
      clientOid: "once-futures",
    }),
    others: ["00000"],
    effects: (world) => {
      const query = { productType: "USDT-FUTURES", clientOid: "once-futures" };
      return rows(world, "/api/v2/mix/order/orders-pending", "alice", query);
    },
  },
  {
    name: "order of a unified account",
    path: "/api/v3/trade/place-order",
    body: () => ({
      ...{ category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" },
      ...{ price: "49000", qty: "0.01", clientOid: "once-unified" },
    }),
    others: ["00000"],
    effects: (world) => rows(world, "/api/v3/trade/unfilled-orders", "ulla", { category: "SPOT" }),
  },
  {
    name: "order",
    path: "/api/v2/spot/trade/place-order",
    body: () => ({
      ...{ symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc", price: "49000" },
      size: "0.01",
      clientOid: "once-order",
    }),
    others: ["00000"],
    effects: (world) => rows(world, "/api/v2/spot/trade/unfilled-orders", "alice"),
  },
];

function withdrawals(world: HostileWorld, path: string, name: string): Promise<number> {
  const { nowMs } = world.exchange;
  const query = { startTime: nowMs - 60_000, endTime: nowMs + 1_000, clientOid: "once-out" };
  return rows(world, path, name, query);
}

function endpointAt(path: string): Endpoint {
  const found = listEndpoints().find(({ method, paths }) => method === "POST" && paths[0] === path);
  if (found === undefined) throw new Error(`no endpoint ${path}`);
  return found;
}

function codeOf({ body }: Answered): string {
  return (JSON.parse(body) as { readonly code: string }).code;
}

describe("a request that arrives a hundred times at once", () => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await hostileWorld();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  it.each(REPEATED.map((one) => [one.name, one] as const))(
    "%s: has one effect, and every copy is answered",
    async (_name, { body, effects, others, path }) => {
      const endpoint = endpointAt(path);
      const text = JSON.stringify(await body(world));
      const before = await effects(world);
      // The clock stands still: all copies have the same timestamp and signature.
      const copies = Array.from({ length: COPIES }, () => world.send(endpoint, text));
      const codes = (await Promise.all(copies)).map(codeOf);
      expect(codes.filter((code) => code === "00000").length).toBeGreaterThan(0);
      const unexpected = codes.filter((code) => code !== "00000" && !others.includes(code));
      expect(unexpected).toEqual([]);
      if (!others.includes("00000")) {
        expect(codes.filter((code) => code === "00000")).toHaveLength(1);
      }
      expect(await effects(world)).toBe(before + 1);
      expect(audit(world.exchange.state).verdicts.flatMap(({ findings }) => findings)).toEqual([]);
      expect(world.exchange.gateway.faults).toEqual([]);
    },
  );
});
