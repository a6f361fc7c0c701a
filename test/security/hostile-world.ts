/** An exchange with people who have money, orders and positions: something to lose. */
import { atoms } from "../../src/core/money/units.ts";
import { instrumentName } from "../../src/core/state.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { type Lane, LaneClient } from "../support/lane-client.ts";
import { orderIdOf, rowOf } from "../support/test-answer.ts";
import { ExchangeFixture } from "../support/test-exchange.ts";
import { signedHeaders } from "../support/test-key.ts";
import { COIN } from "../support/test-listings.ts";
import type { OwnOrders } from "./good-requests.ts";
import { type OwnP2p, openP2p } from "./hostile-p2p.ts";
import type { ForeignOrder } from "./named-faults.ts";

const CLASSIC_FUNDS = [
  ["spot", "USDT", 1_000_000n * COIN],
  ["spot", "BTC", 10n * COIN],
  ["usdt_futures", "USDT", 100_000n * COIN],
] as const;
const UNIFIED_FUNDS = [
  ["unified", "USDT", 1_000_000n * COIN],
  ["unified", "BTC", 10n * COIN],
] as const;

const SPOT = {
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  force: "gtc",
  price: "49500",
  size: "0.01",
};
const FUTURES = {
  ...SPOT,
  productType: "USDT-FUTURES",
  marginCoin: "USDT",
  marginMode: "crossed",
};
const UNIFIED = {
  category: "USDT-FUTURES",
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  qty: "0.01",
  price: "49500",
};

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** The people of one version: who calls, and whose orders the caller may not touch. */
export interface Side {
  readonly caller: string;
  readonly orders: OwnOrders;
  readonly foreign: Readonly<Record<keyof OwnOrders, ForeignOrder>>;
}

export class HostileWorld implements AsyncDisposable {
  readonly exchange: ExchangeFixture;
  readonly sides: Readonly<Record<"v2" | "v3", Side>>;
  /** Sends over a socket; without it requests are injected into the framework. */
  readonly #client: LaneClient | undefined;

  constructor(
    exchange: ExchangeFixture,
    sides: Readonly<Record<"v2" | "v3", Side>>,
    client: LaneClient | undefined,
  ) {
    this.exchange = exchange;
    this.sides = sides;
    this.#client = client;
  }

  /** Sends a request as the caller of the endpoint's version; `text` is the query or the body. */
  async send(endpoint: Endpoint, text: string): Promise<Answered> {
    return this.sendAs(this.sides[endpoint.version].caller, endpoint, text);
  }

  /** Sends a request as a user by name. */
  async sendAs(name: string, endpoint: Endpoint, text: string): Promise<Answered> {
    const { method } = endpoint;
    const path = encodeURI(endpoint.paths[0]);
    const { key } = this.exchange.user(name);
    const target = method === "GET" && text !== "" ? `${path}?${text}` : path;
    const body = method === "GET" ? {} : { body: text };
    const timestampMs = this.exchange.nowMs;
    const headers = signedHeaders(key, { method, target, timestampMs, ...body });
    const payload = method === "GET" ? {} : { payload: text };
    const { app } = this.exchange.gateway;
    const request = { method, url: target, headers, ...payload };
    const reply = await (this.#client?.send(request) ?? app.inject(request));
    return { status: reply.statusCode, body: reply.body };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.exchange[Symbol.asyncDispose]();
  }
}

async function placed(
  exchange: ExchangeFixture,
  path: string,
  order: { readonly name: string; readonly terms: object },
): Promise<string> {
  return orderIdOf(await exchange.post(path, order.terms, order.name));
}

const PLACE = {
  spot: "/api/v2/spot/trade/place-order",
  futures: "/api/v2/mix/order/place-order",
  unified: "/api/v3/trade/place-order",
} as const;

/** The open orders of a user, each with a client id that carries the user's name. */
async function classicOrders(exchange: ExchangeFixture, name: string) {
  const open = async (path: string, terms: object, clientOid: string) => {
    const order = { name, terms: { ...terms, clientOid } };
    return { orderId: await placed(exchange, path, order), clientOid };
  };
  return {
    spot: await open(PLACE.spot, SPOT, `${name}-spot`),
    futures: await open(PLACE.futures, FUTURES, `${name}-futures`),
    loan: await pledgedLoan(exchange, "/api/v2/earn/loan/borrow", { name, daily: "SEVEN" }),
    crossed: await marginOrder(exchange, "crossed", name),
    isolated: await marginOrder(exchange, "isolated", name),
    withdrawal: await withdrawal(exchange, "/api/v2/spot/wallet/withdrawal", name),
  };
}

async function unifiedOrders(exchange: ExchangeFixture, name: string) {
  const terms = { ...UNIFIED, clientOid: `${name}-1` };
  const orderId = await placed(exchange, PLACE.unified, { name, terms });
  const order = { orderId, clientOid: terms.clientOid };
  const out = await withdrawal(exchange, "/api/v3/account/withdraw", name);
  const loan = await pledgedLoan(exchange, "/api/v3/loan/borrow", { name, daily: "FLEXIBLE" });
  return { spot: order, futures: order, crossed: order, isolated: order, withdrawal: out, loan };
}

/** Converts BTC and USDT into each other. */
export async function openConversions(exchange: ExchangeFixture): Promise<void> {
  for (const code of ["USDT", "BTC"]) {
    const currency = exchange.state.currencyByCode.get(code)?.index ?? 0;
    const terms = { realm: "live", currency, amountMin: atoms(1n), spreadE6: 500 } as const;
    const bounds = { amountMax: atoms(1_000n * COIN), netMax: atoms(100_000n * COIN) };
    await exchange.apply({ kind: "set_conversion_terms", ...terms, ...bounds });
    const fund = { kind: "endow", realm: "live", wallet: "conversion", currency } as const;
    await exchange.apply({ ...fund, amount: atoms(100_000n * COIN) });
  }
}

/** Lends USDT against pledges of BTC. */
async function openPledges(exchange: ExchangeFixture): Promise<void> {
  const currencyOf = (code: string) => exchange.state.currencyByCode.get(code)?.index ?? 0;
  await exchange.apply({
    kind: "set_pledged_loan_terms",
    ...{ realm: "live", currency: currencyOf("USDT"), amountMin: atoms(COIN) },
    ...{ amountMax: atoms(1_000n * COIN), flexibleRateE8: 20_000, shortRateE8: 20_000 },
    ...{ longRateE8: 20_000, shortHours: 168, longHours: 720, accountLoansMax: 5 },
  });
  await exchange.apply({
    kind: "set_pledge_terms",
    ...{ realm: "live", currency: currencyOf("BTC"), amountMin: atoms(COIN / 10_000n) },
    ...{ amountMax: atoms(10n * COIN), heldMax: atoms(100n * COIN) },
    ...{ initialE6: 650_000, supplementE6: 750_000, forcedE6: 830_000 },
  });
}

/** Makes alice, bob, ulla and vera risk units; nothing is lent. */
async function openUnits(exchange: ExchangeFixture): Promise<void> {
  const currencies = ["USDT", "BTC"].map(
    (code) => exchange.state.currencyByCode.get(code)?.index ?? 0,
  );
  await exchange.apply({
    kind: "set_loan_product",
    ...{ realm: "live", product: 1, leverage: 3, dailyRateE8: 20_000 },
    ...{ transferLineE6: 700_000, buyLineE6: 750_000, openLineE6: 750_000 },
    ...{ liquidationLineE6: 900_000, stopLineE6: 600_000, instruments: [] },
    currencies: currencies.sort((one, other) => one - other),
    ratiosE6: [1_000_000, 1_000_000],
    valuesMaxUsd: [1_000_000, 1_000_000],
  });
  for (const name of ["alice", "bob", "ulla", "vera"]) {
    const user = exchange.user(name).index;
    await exchange.apply({ kind: "set_risk_unit", user, product: 1 });
  }
}

/** An open loan, pledged with more than it needs. */
async function pledgedLoan(
  exchange: ExchangeFixture,
  path: string,
  { daily, name }: { readonly daily: string; readonly name: string },
) {
  const amounts = { pledgeAmount: "0.01", loanAmount: "20" };
  const terms = { loanCoin: "USDT", pledgeCoin: "BTC", daily, ...amounts };
  const orderId = await placed(exchange, path, { name, terms });
  return { orderId, clientOid: "" };
}

/** Address in the books of those who withdraw. */
const CHAIN = "TRC20";
export const KNOWN_ADDRESS = "TKnown";

/**
 * Pays USDT out on a chain, at once for no one: every withdrawal waits for the operator. The users
 * named have the known address in their books.
 */
export async function openCustody(
  exchange: ExchangeFixture,
  names: readonly string[],
): Promise<void> {
  const currency = exchange.state.currencyByCode.get("USDT")?.index ?? 0;
  await exchange.apply({
    kind: "set_chain_terms",
    ...{ currency, chain: CHAIN, withdrawFee: atoms(COIN), extraFeeE6: 0, withdrawDecimals: 2 },
    ...{ needsTag: false, isByInvoice: false, isCongested: false },
    ...{ isRechargeable: true, isWithdrawable: true },
    ...{ depositConfirmations: 2, withdrawConfirmations: 2 },
    ...{ depositMin: atoms(COIN), withdrawMin: atoms(10n * COIN), withdrawStep: atoms(0n) },
    ...{ unattendedMax: atoms(0n), browserUrl: "", contractAddress: "" },
  });
  for (const name of names) {
    const user = exchange.user(name).index;
    const entry = { chain: 0, address: KNOWN_ADDRESS, tag: "", label: "", toUser: 0 };
    await exchange.apply({ kind: "add_address", user, addressKind: "regular", ...entry });
  }
}

/** A withdrawal that waits, with a client id that carries the user's name. */
async function withdrawal(exchange: ExchangeFixture, path: string, name: string) {
  const clientOid = `${name}-out`;
  const sent = { coin: "USDT", transferType: "on_chain", chain: CHAIN, address: KNOWN_ADDRESS };
  const terms = { ...sent, size: "20", clientOid };
  return { orderId: await placed(exchange, path, { name, terms }), clientOid };
}

const MARGIN_MODES = ["crossed", "isolated"] as const;
type MarginMode = (typeof MARGIN_MODES)[number];

/** Lends on BTCUSDT, and gives both a margin account of each kind with a debt. */
async function openMargin(exchange: ExchangeFixture): Promise<void> {
  const { currencyByCode, instrumentByName } = exchange.state;
  const pair = instrumentByName.get(instrumentName("live", "spot", "BTCUSDT"))?.index ?? 0;
  const coins = [currencyByCode.get("USDT")?.index ?? 0, currencyByCode.get("BTC")?.index ?? 0];
  for (const [at, currency] of coins.entries()) {
    const amount = atoms(1_000n * COIN);
    const fund = { kind: "endow", realm: "live", wallet: "lending_pool", currency } as const;
    await exchange.apply({ ...fund, amount });
    for (const instrument of [0, pair + 1]) {
      await exchange.apply({
        kind: "set_loan_terms",
        realm: "live",
        ...{ instrument, currency, pricedBy: at === 0 || instrument > 0 ? 0 : pair + 1 },
        ...{ dailyRateE8: 20_000, amountMin: atoms(1n), tierAmounts: [100_000_000_000] },
        ...{ tierLeverages: [5], tierMaintenanceE6: [50_000], interestFree: atoms(0n) },
      });
    }
  }
  for (const name of ["alice", "bob"]) {
    const account = { coin: "USDT", symbol: "BTCUSDT" };
    for (const mode of MARGIN_MODES) {
      const toType = `${mode}_margin`;
      const transfer = { ...account, fromType: "spot", toType, amount: "10000" };
      rowOf(await exchange.post("/api/v2/spot/wallet/transfer", transfer, name));
      const loan = { coin: "USDT", borrowAmount: "100" };
      const named = mode === "crossed" ? loan : { ...loan, symbol: "BTCUSDT" };
      rowOf(await exchange.post(`/api/v2/margin/${mode}/account/borrow`, named, name));
    }
  }
}

/** An open order of a classic user on margin. */
async function marginOrder(exchange: ExchangeFixture, mode: MarginMode, name: string) {
  const clientOid = `${name}-${mode}`;
  const terms = { ...SPOT, baseSize: "0.01", loanType: "normal", clientOid };
  const path = `/api/v2/margin/${mode}/place-order`;
  return { orderId: await placed(exchange, path, { name, terms }), clientOid };
}

type Orders = Awaited<ReturnType<typeof classicOrders>>;

const TRIGGER = { triggerPrice: "48500", triggerType: "fill_price" };
const TAKE_PROFIT = { triggerPrice: "53000", holdSide: "long", size: "0.01" };

/** Pending plans of a classic user: on spot, on futures, and a take-profit. */
async function classicPlans(exchange: ExchangeFixture, name: string) {
  const { force: _, ...terms } = FUTURES;
  const spot = { ...SPOT, ...TRIGGER, executePrice: "48500" };
  const futures = { ...terms, ...TRIGGER, planType: "normal_plan" };
  const exit = { ...FUTURES, ...TAKE_PROFIT, planType: "profit_plan" };
  const place = (path: string, sent: object) => placed(exchange, path, { name, terms: sent });
  return {
    spotPlan: await place("/api/v2/spot/trade/place-plan-order", spot),
    futuresPlan: await place("/api/v2/mix/order/place-plan-order", futures),
    exitPlan: await place("/api/v2/mix/order/place-tpsl-order", exit),
  };
}

async function unifiedPlans(exchange: ExchangeFixture, name: string) {
  const { category, symbol } = UNIFIED;
  const terms = { category, symbol, qty: "0.01", posSide: "long", tpslMode: "partial" };
  const exit = { name, terms: { ...terms, takeProfit: "53000" } };
  const exitPlan = await placed(exchange, "/api/v3/trade/place-strategy-order", exit);
  return { spotPlan: exitPlan, futuresPlan: exitPlan, exitPlan };
}

type Plans = Awaited<ReturnType<typeof classicPlans>>;

function sideOf(caller: string, own: Orders & Plans & OwnP2p, foreign: Orders): Side {
  const { exitPlan, futuresPlan, p2pAccount, p2pAd, p2pOffer, p2pPaid, p2pUnpaid, spotPlan } = own;
  const orders = {
    spot: own.spot.orderId,
    futures: own.futures.orderId,
    crossed: own.crossed.orderId,
    isolated: own.isolated.orderId,
    withdrawal: own.withdrawal.orderId,
    loan: own.loan.orderId,
    spotPlan,
    futuresPlan,
    exitPlan,
    ...{ p2pAccount, p2pAd, p2pOffer, p2pPaid, p2pUnpaid },
  };
  const { futures, spot } = foreign;
  const p2p = { p2pAd: spot, p2pOffer: spot, p2pAccount: spot };
  const others = {
    ...foreign,
    spotPlan: spot,
    futuresPlan: futures,
    exitPlan: futures,
    p2pPaid: spot,
  };
  return { caller, orders, foreign: { ...others, ...p2p, p2pUnpaid: spot } };
}

/**
 * Starts the exchange with every endpoint; alice and ulla call, bob and vera are the others, and
 * uma is a sub-account of ulla. With a lane, requests go through it over a socket.
 */
export async function hostileWorld(lane?: Lane): Promise<HostileWorld> {
  const exchange = await ExchangeFixture.start({
    lane,
    endpoints: listEndpoints(),
    users: [
      { name: "alice", accountKind: "classic", funds: CLASSIC_FUNDS },
      { name: "bob", accountKind: "classic", funds: CLASSIC_FUNDS },
      { name: "ulla", accountKind: "unified", funds: UNIFIED_FUNDS },
      { name: "vera", accountKind: "unified", funds: UNIFIED_FUNDS },
      { name: "uma", accountKind: "unified", parent: "ulla", funds: UNIFIED_FUNDS },
    ],
  });
  await openSubAccounts(exchange);
  await tradeFutures(exchange);
  await openMargin(exchange);
  await openConversions(exchange);
  await openCustody(exchange, ["alice", "bob", "ulla", "vera"]);
  const p2p = await openP2p(exchange);
  await openPledges(exchange);
  await openUnits(exchange);
  const v2 = sideOf(
    "alice",
    {
      ...p2p,
      ...(await classicOrders(exchange, "alice")),
      ...(await classicPlans(exchange, "alice")),
    },
    await classicOrders(exchange, "bob"),
  );
  const v3 = sideOf(
    "ulla",
    {
      ...p2p,
      ...(await unifiedOrders(exchange, "ulla")),
      ...(await unifiedPlans(exchange, "ulla")),
    },
    await unifiedOrders(exchange, "vera"),
  );
  const client = lane && (await LaneClient.of(exchange.gateway.app));
  return new HostileWorld(exchange, { v2, v3 }, client);
}

/** Virtual sub-accounts by their main accounts, each with a key: the names of both. */
export const SUB_ACCOUNTS = {
  alice: { alias: "aliceone", apiKey: `bg_${"a".repeat(32)}`, accountKind: "classic" },
  bob: { alias: "bobsubac", apiKey: `bg_${"b".repeat(32)}`, accountKind: "classic" },
  ulla: { alias: "ullasuba", apiKey: `bg_${"c".repeat(32)}`, accountKind: "unified" },
  vera: { alias: "verasuba", apiKey: `bg_${"d".repeat(32)}`, accountKind: "unified" },
} as const;

async function openSubAccounts(exchange: ExchangeFixture): Promise<void> {
  for (const [name, { accountKind, alias, apiKey }] of Object.entries(SUB_ACCOUNTS)) {
    const user = exchange.user(name).index;
    const terms = { user, accountKind, alias, note: "", permissions: "" };
    const { id } = await exchange.apply({ kind: "create_sub_account", ...terms });
    const secrets = { sealedSecret: Uint8Array.of(1), passphraseHash: "hash" };
    const more = { keyKind: "hmac", permissions: "read", ipList: "", note: "note" } as const;
    await exchange.apply({ kind: "create_key", user: id, apiKey, ...secrets, ...more });
  }
}

/** Alice and ulla are long, bob and vera short. */
async function tradeFutures(exchange: ExchangeFixture): Promise<void> {
  const short = { side: "sell", price: "50000" };
  const long = { side: "buy", price: "50000" };
  await placed(exchange, PLACE.futures, { name: "bob", terms: { ...FUTURES, ...short } });
  await placed(exchange, PLACE.futures, { name: "alice", terms: { ...FUTURES, ...long } });
  await placed(exchange, PLACE.unified, { name: "vera", terms: { ...UNIFIED, ...short } });
  await placed(exchange, PLACE.unified, { name: "ulla", terms: { ...UNIFIED, ...long } });
}
