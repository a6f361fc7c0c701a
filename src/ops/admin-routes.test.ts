import Fastify, { type FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { afterEach, describe, expect, it } from "vitest";
import { ADMIN_ROLES } from "../core/base/vocabulary.ts";
import { ClientAddresses } from "../gateway/address/client-addresses.ts";
import { readAdminJson } from "../main/operator/admin-json.ts";
import { pageCheck } from "../main/operator/page-check.ts";
import { HistoryFault } from "../projections/history/history-fault.ts";
import type { AdminAct } from "./admin-app.ts";
import { ADMIN_ENDPOINTS } from "./admin-endpoints.ts";
import type { AdminActions, AuditReport } from "./admin-port.ts";
import { registerAdminRoutes } from "./admin-routes.ts";
import { AdminTokenCheck, digestOf } from "./admin-token.ts";
import { BROWSER_SESSION_ROUTES } from "./browser-session-routes.ts";
import { BrowserSessions } from "./browser-sessions.ts";
import type { ChainState } from "./chain-port.ts";
import { Confirmations } from "./confirmations.ts";
import type { HealthReport } from "./health-port.ts";
import type { TimeState } from "./time-port.ts";
import type { UserHistoryReads } from "./user-history-port.ts";
import type { UserReads } from "./user-read-port.ts";
import type { EffectState } from "./what-if-port.ts";
import { WRONG_TOKENS_MAX, WrongTokens } from "./wrong-tokens.ts";

const TOKEN = "a-token-of-the-operator";
const AUDIT: AuditReport = { seq: 7, holds: true, invariants: [], conservation: [] };

const FREE = { mainUid: "1", subUids: [], isHeld: false, reason: "", heldSince: "" } as const;

const TIME: TimeState = {
  exchangeTime: "2026-01-01T00:00:00.000Z",
  wallClock: "2026-01-01T01:00:00.000Z",
  differenceMs: 3_600_000,
  mode: "held",
  cause: "jump",
  heldSince: "2026-01-01T00:00:00.000Z",
  heldForMs: 0,
  jumpMs: 5_000,
  unattendedMs: 604_800_000,
};

const CHAIN: ChainState = {
  ...{ coin: "BTC", chain: "BTC", needsTag: false, isByInvoice: false, isCongested: false },
  ...{ isRechargeable: true, isWithdrawable: true, withdrawFee: "0", extraFee: "0" },
  ...{ depositConfirmations: 1, withdrawConfirmations: 1, depositMin: "0", withdrawMin: "0" },
  ...{ withdrawStep: "0", withdrawDecimals: 8, unattendedMax: "0" },
  ...{ browserUrl: "", contractAddress: "" },
};

const DONE = { seq: 3, status: "done", adjustmentId: "" } as const;

const NO_EFFECT: EffectState = {
  ...{ users: [], liquidatedUsers: 0, liquidatedUsd: "0.00", deleveragedUsd: "0.00" },
  ...{ insuranceUsd: "0.00", poolLossUsd: "0.00", cancelledOrders: 0 },
};

/** Tokens besides that of the operator, by their holder. */
const ISSUED = new Map(
  ADMIN_ROLES.map((role) => [digestOf(`the-token-of-${role}`).toString("hex"), role]),
);

interface Call {
  readonly act: string;
  readonly given: unknown;
}

type Recorder = <T>(act: string, given: T) => T;

/** Reads of users, which find nothing. */
function recordingUserReads(record: Recorder): UserReads {
  const nothingOf = (act: string) => (uid: string) => {
    record(act, uid);
    return { done: [] };
  };
  return {
    searchUsers: (search) => {
      record("searchUsers", search);
      return { done: { users: [], after: "" } };
    },
    userDetail: (uid) => ({ refused: "not_found", message: `no user ${record("user", uid)}` }),
    openOrdersOf: nothingOf("openOrdersOf"),
    openPlansOf: nothingOf("openPlansOf"),
    positionsOf: nothingOf("positionsOf"),
    loansOf: (uid) => {
      record("loansOf", uid);
      return { done: { margin: [], unified: [], pledged: [], institutional: [] } };
    },
  };
}

/** Reads of the history of users, which find nothing. */
function recordingUserHistory(record: Recorder): UserHistoryReads {
  return {
    orderHistoryOf: async (search) => {
      record("orderHistoryOf", search);
      return { done: { orders: [], cursor: "" } };
    },
    fillsOf: async (search) => {
      record("fillsOf", search);
      return { done: { fills: [], cursor: "" } };
    },
    billsOf: async (search) => {
      record("billsOf", search);
      return { done: { bills: [], cursor: "" } };
    },
    liquidationsOf: async (search) => {
      if (search.uid === "503") throw new HistoryFault("closed", "the history is closed");
      record("liquidationsOf", search);
      return { done: { liquidations: [], cursor: "" } };
    },
    actsOf: async (search) => {
      record("actsOf", search);
      return { done: { acts: [], cursor: "" } };
    },
    order: async (id) => ({ refused: "not_found", message: `no order ${record("order", id)}` }),
  };
}

/** Port that records each call and succeeds, except for user 404. */
const HEALTH: HealthReport = {
  build: {
    ...{ version: "1.0.0", node: "24.0.0", commandFormat: 1, stateFormat: 1 },
    ...{ uptimeSeconds: 1, memoryBytes: 1 },
  },
  ...{ isReady: true, reasons: [], conditions: [], users: 2, openOrders: 0 },
  journal: {
    ...{ appliedSeq: 7, queuedCommands: 0, queuedCommandsMax: 10, clockDifferenceMs: 0 },
    exchangeTime: "2026-01-01T00:00:00.000Z",
  },
  history: { appliedSeq: 7, lagCommands: 0, lagMs: 0 },
  audit: { verdict: "none", seq: 0, ageSeconds: 1 },
  connections: {
    ...{ webSockets: 0, subscriptions: 0, bufferedBytes: 0, messagesSent: "0", slowCloses: 0 },
  },
};

function recordingActions(calls: Call[]): AdminActions {
  const record = <T>(act: string, given: T): T => {
    calls.push({ act, given });
    return given;
  };
  return {
    createUser: async (user) => ({ done: { uid: "1", ...record("createUser", user) } }),
    createKey: async (key) => {
      record("createKey", key);
      if (key.uid === "404") return { refused: "not_found", message: "no user 404" };
      const made = { apiKey: "bg_1", kind: "hmac", secret: "s", passphrase: "p" } as const;
      return { done: { uid: key.uid, permissions: ["read"], ...made } };
    },
    listUsers: (after) => ({ done: { users: [], after: record("listUsers", after) ?? "" } }),
    balancesOf: (uid) => {
      record("balancesOf", uid);
      return { done: [] };
    },
    listKeys: (uid) => {
      record("listKeys", uid);
      return { done: [] };
    },
    revokeKey: async (key) => ({ done: record("revokeKey", key) }),
    setFreeze: async (freeze) => ({ done: record("setFreeze", freeze) }),
    disableCodes: async (user) => ({ done: record("disableCodes", user) }),
    setFreezes: async (freezes) => {
      const { includesSubAccounts: _, uid, ...kinds } = record("setFreezes", freezes);
      return { done: { uids: [uid], ...kinds } };
    },
    cancelOrders: async (orders) => {
      const { uid } = record("cancelOrders", orders);
      return { done: { uid, orders: 2, plans: 1 } };
    },
    credit: async ({ reference, ...change }) => {
      record("credit", { ...change, reference });
      return { done: { ...change, ...DONE } };
    },
    debit: async ({ reference, ...change }) => {
      record("debit", { ...change, reference });
      return { done: { ...change, ...DONE } };
    },
    endow: async ({ reference, ...change }) => {
      record("endow", { ...change, reference });
      return { done: { ...change, ...DONE } };
    },
    withdrawFromFund: async ({ reference, ...change }) => {
      record("withdrawFromFund", { ...change, reference });
      return { done: { ...change, ...DONE } };
    },
    listAdjustments: () => [],
    trade: async (name) => {
      const { tradeId } = record("trade", name);
      return { refused: "not_found", message: `no trade ${tradeId}` };
    },
    bustTrade: async ({ reference, ...correction }) => {
      record("bustTrade", { ...correction, reference });
      return { done: { ...correction, ...DONE } };
    },
    listRefundable: (uid) => {
      record("listRefundable", uid);
      return { done: [] };
    },
    refundLiquidation: async ({ reference, ...refund }) => {
      record("refundLiquidation", { ...refund, reference });
      return { done: { ...refund, ...DONE } };
    },
    decideAdjustment: async (id, isApproved) => ({ done: record("decide", { id, isApproved }) }),
    adjustmentRules: () => ({ fourEyesUsd: 0 }),
    setAdjustmentRules: async (rules) => ({ done: record("setAdjustmentRules", rules) }),
    listTokens: () => [],
    issueToken: async ({ expiresAt = "", name, role }) => {
      record("issueToken", { name, role, expiresAt });
      return { done: { name, role, expiresAt, token: "secret" } };
    },
    removeToken: async (name) => ({ done: record("removeToken", { name }) }),
    listActs: async (search) => {
      record("listActs", search);
      return { done: { acts: [], cursor: "" } };
    },
    statementsOf: async (uid, { from, to }) => {
      if (uid === "503") throw new HistoryFault("busy", "the history is behind");
      return { done: { ...record("statementsOf", { uid, from, to }), days: [] } };
    },
    houseStatements: async (realm, { from, to }) => ({
      done: { ...record("houseStatements", { realm, from, to }), days: [] },
    }),
    effectOfMoves: async (moves) => {
      record("effectOfMoves", moves);
      return { done: NO_EFFECT };
    },
    isFarPrice: ({ price }) => Number(price) > 100_000,
    listInstruments: () => [],
    listCoins: () => [],
    listCoin: async (coin) => ({
      done: { ...record("listCoin", coin), chains: [], instruments: 0 },
    }),
    listsBeyondLoans: () => false,
    listInstrument: async ({ symbol }) => {
      record("listInstrument", symbol);
      return { refused: "conflict", message: `${symbol} is listed` };
    },
    setInstrumentStatus: async (name, requested) => {
      const status = requested === "cancel_only" ? "halted" : requested;
      return { done: { ...record("setInstrumentStatus", name), status } };
    },
    setStatusOfAll: async (request) => {
      record("setStatusOfAll", request);
      return { done: { status: request.status, changed: 1, refused: [] } };
    },
    delistInstrument: async (name) => {
      record("delistInstrument", name);
      return { done: { ...name, status: "offline", cancelledOrders: 0, cancelledPlans: 0 } };
    },
    listFees: () => ({ levels: [], users: [] }),
    riskyPositions: async (search) => {
      record("riskyPositions", search);
      return { done: [] };
    },
    contractRisks: async () => [],
    deleveragingOrder: async (search) => {
      record("deleveragingOrder", search);
      return { done: { holders: 0, queue: [] } };
    },
    health: () => HEALTH,
    withdrawalsOf: async (search) => {
      record("withdrawalsOf", search);
      return { done: { withdrawals: [], cursor: "" } };
    },
    fundMovements: async (search) => {
      record("fundMovements", search);
      return { done: { movements: [], cursor: "" } };
    },
    setMarketFees: async (fees) => ({ done: record("setMarketFees", fees) }),
    setFeeLevel: async (level) => ({ done: record("setFeeLevel", level) }),
    feeLevelOf: (uid) => ({ done: { uid, level: 0, nextLevel: 0, from: "" } }),
    setUserFeeLevel: async ({ level, uid }) => {
      record("setUserFeeLevel", { uid, level });
      return { done: { uid, level, nextLevel: level, from: "" } };
    },
    closeUser: async (uid) => {
      record("closeUser", { uid });
      return { done: { uid, revokedKeys: 0 } };
    },
    limitKey: async ({ apiKey, ipList = [], permissions = [], uid }) => {
      record("limitKey", { uid, apiKey, permissions, ipList });
      return { done: { uid, apiKey, permissions, ipList } };
    },
    setIndexPrice: async (price) => ({ done: record("setIndexPrice", price) }),
    releaseIndexPrice: async (name) => ({ done: record("release", name) }),
    listIndexPrices: () => [],
    listPriceSources: () => [],
    postPrices: (source, prices) => {
      record("postPrices", { source, prices });
      return { done: { taken: prices.length, unknown: [] } };
    },
    scheduleDelivery: async (schedule) => ({ done: record("scheduleDelivery", schedule) }),
    setFundingTerms: async (change) => ({ done: record("setFundingTerms", change) }),
    listLoanTerms: () => [],
    lendsBeyondBands: ({ tiers }) => tiers.some(({ leverage }) => leverage > 50),
    setLoanTerms: async (change) => ({ done: record("setLoanTerms", change) }),
    marginRules: () => ({
      warningRisk: "0.8",
      liquidationRisk: "1",
      liquidationFee: "0.02",
      haircut: "0.05",
      repaymentSpread: "0.001",
      repaymentHourlyUsd: 1_000_000,
      poolShare: "0.2",
      poolLossShare: "0.01",
    }),
    setMarginRules: async (rules) => ({ done: record("setMarginRules", rules) }),
    listPositionTiers: () => [],
    setPositionTiers: async (change) => ({ done: record("setPositionTiers", change) }),
    listCollateral: () => [],
    setCollateral: async (change) => ({ done: record("setCollateral", change) }),
    setOpeningLimits: async (change) => ({ done: record("setOpeningLimits", change) }),
    isBeyondLoanMargin: ({ buyBand }) => Number(buyBand) > 1,
    setOrderLimits: async (change) => {
      const { category, realm, symbol } = record("setOrderLimits", change);
      const sizes = { sizeMin: "1", sizeMax: "9", marketSizeMax: "5", notionalMin: "1" };
      const bands = { buyBand: "0.05", sellBand: "0.05" };
      return { done: { category, realm, symbol, ...sizes, ...bands } };
    },
    review: (uid) => ({ done: { ...FREE, uid } }),
    setReview: async (change) => {
      record("setReview", change);
      if (change.uid === "404") return { refused: "not_found", message: "no user 404" };
      return { done: { ...FREE, ...change, heldSince: "2026-01-01T00:00:00.000Z" } };
    },
    listLossLimits: () => [],
    setLossLimits: async (change) => ({ done: record("setLossLimits", change) }),
    listInsuranceFunds: () => [],
    listLendingPools: () => [],
    setFundTerms: async (change) => ({ done: record("setFundTerms", change) }),
    p2pTerms: () => ({ fiats: [], tokens: [], levels: [], methods: [] }),
    p2pSummary: () => ({
      ...{ merchants: 0, ads: { published: 0, delisted: 0 }, oldestAppealAt: "", escrow: [] },
      orders: { pending_payment: 0, pending_release: 0, in_appeal: 0 },
    }),
    listP2pMerchants: async (page) => {
      record("listP2pMerchants", page);
      return { done: { merchants: [], cursor: "" } };
    },
    listP2pAds: (search) => {
      record("listP2pAds", search);
      return { done: { ads: [], cursor: "" } };
    },
    listP2pOrders: (search) => {
      record("listP2pOrders", search);
      return { done: { orders: [], cursor: "" } };
    },
    listUserP2pOrders: async (search) => {
      if (search.uid === "503") throw new HistoryFault("closed", "the history is closed");
      record("listUserP2pOrders", search);
      return { done: { orders: [], cursor: "" } };
    },
    setP2pFiat: async (change) => ({ done: record("setP2pFiat", change) }),
    setP2pToken: async (change) => ({ done: record("setP2pToken", change) }),
    addP2pMethod: async (name) => ({ done: record("addP2pMethod", { name }) }),
    setP2pLevel: async (change) => ({ done: record("setP2pLevel", change) }),
    setP2pMerchant: async (change) => ({ done: record("setP2pMerchant", change) }),
    resolveP2pOrder: async (decision) => ({ done: record("resolveP2pOrder", decision) }),
    listConversionTerms: () => [],
    setConversionTerms: async (change) => ({ done: record("setConversionTerms", change) }),
    listPledgedLoanTerms: () => [],
    setPledgedLoanTerms: async (change) => ({ done: record("setPledgedLoanTerms", change) }),
    listPledgeTerms: () => [],
    setPledgeTerms: async (change) => ({ done: record("setPledgeTerms", change) }),
    listCalledLoans: () => [],
    listConversionRules: () => [],
    setConversionRules: async (change) => ({ done: record("setConversionRules", change) }),
    listLoanProducts: () => [],
    setLoanProduct: async (terms) => ({ done: record("setLoanProduct", terms) }),
    listRiskUnits: () => [],
    setRiskUnit: async (change) => ({ done: record("setRiskUnit", change) }),
    bindUnitUser: async (binding) => ({ done: record("bindUnitUser", binding) }),
    issueUnitLoan: async (issue) => ({ done: { ...record("issueUnitLoan", issue), id: "1" } }),
    repayUnitLoan: async (paid) => ({ done: { ...record("repayUnitLoan", paid), id: "2" } }),
    listPriceGuards: () => [],
    listChains: () => [],
    simulateDeposit: async (deposit) => ({
      done: { ...record("simulateDeposit", deposit), address: "a", tag: "", transactionId: "t" },
    }),
    reorganise: (chain, blocks, isDropped) => {
      record("reorganise", { chain, blocks, isDropped });
      return { done: { count: 1 } };
    },
    listAddresses: () => ({ done: [] }),
    addAddress: async (address) => {
      const { coin = "", chain = "", ...rest } = record("addAddress", address);
      return { done: { ...rest, coin, chain, id: "1" } };
    },
    removeAddress: async (uid, id) => ({ done: record("removeAddress", { uid, id }) }),
    listWithdrawals: () => [],
    decideWithdrawal: async (id, isApproved) => ({
      done: record("decideWithdrawal", { id, isApproved }),
    }),
    setChain: async (change) => ({
      done: { ...CHAIN, ...record("setChain", change) } as ChainState,
    }),
    setPriceGuards: async (change) => ({ done: record("setPriceGuards", change) }),
    listAlerts: (search) => {
      record("listAlerts", search);
      return { done: { alerts: [], cursor: "" } };
    },
    accountGroup: (uid) =>
      uid === "404"
        ? { refused: "not_found", message: "no user 404" }
        : { done: { uid, accounts: [], links: [] } },
    surveillanceFigures: () => ({ selfTradesMin: 3 }),
    setSurveillanceFigures: async (changes) => ({ done: record("setFigures", changes) }),
    listRateLimits: () => ({ mode: "exact", limits: [] }),
    setRateLimitMode: async (mode) => {
      record("mode", mode);
      return { done: { mode: mode === "off" ? "off" : "exact", limits: [] } };
    },
    changeRateLimit: async (change) => ({ done: { per: "uid", ...record("changeLimit", change) } }),
    time: () => TIME,
    acceptTime: (differenceMs) =>
      record("acceptTime", differenceMs) === 0
        ? { refused: "conflict", message: "nothing is held" }
        : { done: { result: "stepped", from: TIME.exchangeTime, to: TIME.wallClock, takesMs: 0 } },
    ...recordingUserReads(record),
    ...recordingUserHistory(record),
    sessionsOf: (uid) => {
      record("sessionsOf", uid);
      return { done: [] };
    },
    endSessions: (uid) => ({ done: { uid: record("endSessions", uid), sessions: 2 } }),
    audit: async () => AUDIT,
  };
}

const open: FastifyInstance[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

function adminApp(changes: Partial<AdminActions> = {}) {
  const calls: Call[] = [];
  const clock = { nowMs: 1_000 };
  // Like the gateway's server, which leaves queries to the routes.
  const app = Fastify({ routerOptions: { querystringParser: () => ({}) } });
  open.push(app);
  const actions = { ...recordingActions(calls), ...changes };
  const metrics = new Registry();
  const wrongTokens = new WrongTokens({
    nowMs: () => clock.nowMs,
    onWrong: (address) => calls.push({ act: "wrongToken", given: address }),
    registry: metrics,
  });
  const tokens = new AdminTokenCheck(TOKEN, (digest) => {
    const role = ISSUED.get(digest.toString("hex"));
    return role && { name: role, role };
  });
  const effect: { state: EffectState } = { state: NO_EFFECT };
  const acts: AdminAct[] = [];
  const faults: object[] = [];
  registerAdminRoutes(app, {
    ...{ tokens, readJson: readAdminJson, wrongTokens },
    sessions: new BrowserSessions(tokens, () => clock.nowMs),
    pages: pageCheck(new ClientAddresses()),
    reportFault: (error, where) => faults.push({ message: String(error), ...where }),
    actionsOf: (context) => {
      context.seq = 7;
      return actions;
    },
    effectOf: async () => ({ done: effect.state }),
    confirmations: new Confirmations(() => clock.nowMs),
    onAct: (act) => acts.push(act),
  });
  const send = async (
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    await app.inject({
      method,
      url: `/admin/v1${path}`,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  return { acts, app, calls, clock, effect, faults, metrics, send };
}

describe("the administrative routes", () => {
  it("create users and keys, and credit funds", async () => {
    const { calls, send } = adminApp();
    const user = await send("POST", "/users", { kind: "unified", realm: "demo", name: "bob" });
    expect([user.statusCode, user.json().uid]).toEqual([201, "1"]);
    const key = await send("POST", "/users/1/keys", { ipList: ["10.0.0.1"] });
    expect(key.json()).toMatchObject({ apiKey: "bg_1", secret: "s", passphrase: "p" });
    const funds = { wallet: "unified", coin: "USDT", amount: "1000.5" };
    expect((await send("POST", "/users/1/credits", funds)).statusCode).toBe(201);
    const newUser = {
      accountKind: "unified",
      realm: "demo",
      name: "bob",
      parentUid: undefined,
      level: undefined,
    };
    expect(calls).toEqual([
      { act: "createUser", given: newUser },
      {
        act: "createKey",
        given: {
          uid: "1",
          passphrase: undefined,
          permissions: undefined,
          ipList: ["10.0.0.1"],
          publicKey: undefined,
        },
      },
      { act: "credit", given: { uid: "1", ...funds, reference: "" } },
    ]);
  });

  it("list users, balances and keys, revoke keys and cancel orders", async () => {
    const { calls, send } = adminApp();
    expect((await send("GET", "/users")).json()).toEqual({ users: [], after: "" });
    expect((await send("GET", "/users/after/7")).json()).toEqual({ users: [], after: "7" });
    expect((await send("GET", "/users/7/balances")).json()).toEqual([]);
    expect((await send("GET", "/users/7/keys")).json()).toEqual([]);
    const key = { uid: "7", apiKey: "bg_1" };
    expect((await send("DELETE", "/users/7/keys/bg_1")).json()).toEqual(key);
    const cancelled = await send("POST", "/users/7/cancel-orders", { category: "spot" });
    expect(cancelled.json()).toEqual({ uid: "7", orders: 2, plans: 1 });
    expect((await send("POST", "/users/7/cancel-orders", { category: "all" })).statusCode).toBe(
      400,
    );
    expect(calls.slice(-2)).toEqual([
      { act: "revokeKey", given: key },
      { act: "cancelOrders", given: { uid: "7", category: "spot" } },
    ]);
  });

  it("freeze a user and end the freeze", async () => {
    const { calls, send } = adminApp();
    const freeze = { uid: "7", isFrozen: true };
    expect((await send("PUT", "/users/7/freeze", { isFrozen: true })).json()).toEqual(freeze);
    expect((await send("PUT", "/users/7/freeze", {})).statusCode).toBe(400);
    expect(calls).toEqual([{ act: "setFreeze", given: freeze }]);
  });

  it("disable the one-time codes of a user", async () => {
    const { calls, send } = adminApp();
    expect((await send("DELETE", "/users/7/one-time-codes")).json()).toEqual({ uid: "7" });
    expect(calls).toEqual([{ act: "disableCodes", given: { uid: "7" } }]);
  });

  it("set each freeze of a user, with the sub-accounts if asked", async () => {
    const { calls, send } = adminApp();
    const freezes = { trading: true, transfersOut: false, withdrawals: true, login: false };
    const answer = await send("PUT", "/users/7/freezes", freezes);
    expect(answer.json()).toEqual({ uids: ["7"], ...freezes });
    expect((await send("PUT", "/users/7/freezes", { trading: true })).statusCode).toBe(400);
    await send("PUT", "/users/7/freezes", { ...freezes, includesSubAccounts: true });
    expect(calls).toEqual([
      { act: "setFreezes", given: { uid: "7", ...freezes, includesSubAccounts: false } },
      { act: "setFreezes", given: { uid: "7", ...freezes, includesSubAccounts: true } },
    ]);
  });

  it("halt and resume instruments and set index prices", async () => {
    const { calls, send } = adminApp();
    const name = { symbol: "BTCUSDT", category: "spot" };
    expect((await send("POST", "/instruments/halt", name)).json().status).toBe("halted");
    expect((await send("POST", "/instruments/resume", name)).json().status).toBe("online");
    const price = await send("PUT", "/index-prices", { ...name, price: "65000.5" });
    expect(price.json()).toEqual({ ...name, realm: "live", price: "65000.5" });
    const given = { ...name, realm: "live", price: "65000.5" };
    expect(calls.at(-1)).toEqual({ act: "setIndexPrice", given });
  });

  it("release index prices, list sources and post prices", async () => {
    const { calls, send } = adminApp();
    const name = { symbol: "BTCUSDT", category: "spot" };
    const released = await send("POST", "/index-prices/release", name);
    expect(released.json()).toEqual({ ...name, realm: "live" });
    expect((await send("GET", "/index-prices")).json()).toEqual([]);
    expect((await send("GET", "/price-sources")).json()).toEqual([]);
    const prices = [{ coin: "BTC", price: "61700.12" }];
    expect((await send("PUT", "/price-sources/desk", { prices })).json()).toEqual({
      taken: 1,
      unknown: [],
    });
    expect(calls.at(-1)).toEqual({ act: "postPrices", given: { source: "desk", prices } });
    const none = await send("PUT", "/price-sources/desk", { prices: [] });
    expect(none.statusCode).toBe(400);
  });

  it("set the terms of funding, and deliveries", async () => {
    const { calls, send } = adminApp();
    const name = { symbol: "BTCUSDT", category: "usdt_futures" };
    const change = { ...name, intervalHours: 4, rateMin: "-0.001", rateMax: "0.002" };
    expect((await send("PUT", "/funding-terms", change)).statusCode).toBe(200);
    const given = { ...change, realm: "live", impactSize: "0" };
    expect(calls).toEqual([{ act: "setFundingTerms", given }]);
    const schedule = { ...name, deliveryTime: "2027-03-26T08:00:00Z" };
    const scheduled = await send("PUT", "/deliveries", schedule);
    expect(scheduled.json()).toEqual({ ...schedule, realm: "live" });
    const bad = await send("PUT", "/funding-terms", { ...change, rateMin: "low" });
    expect(bad.statusCode).toBe(400);
  });

  it("list and change terms of loans, tiers and collateral, and endow funds", async () => {
    const { calls, send } = adminApp();
    for (const path of ["/loan-terms", "/position-tiers", "/collateral"]) {
      expect((await send("GET", path)).json()).toEqual([]);
    }
    expect((await send("GET", "/margin-rules")).json()).toMatchObject({ warningRisk: "0.8" });
    const loan = { coin: "BTC", symbol: "BTCUSDT", dailyRate: "0.0001", amountMin: "0.01" };
    const tiers = [{ amountMax: "2", leverage: 10, maintenanceRate: "0.05" }];
    expect((await send("PUT", "/loan-terms", { ...loan, tiers })).json()).toMatchObject(loan);
    const given = { realm: "live", pricedBy: "", interestFree: "0", ...loan, tiers };
    expect(calls).toEqual([{ act: "setLoanTerms", given }]);
    const name = { symbol: "BTCUSDT", category: "usdt_futures" };
    const table = [{ valueMax: 1_000, leverageMax: 50, maintenanceRate: "0.01" }];
    expect((await send("PUT", "/position-tiers", { ...name, tiers: table })).statusCode).toBe(200);
    const gift = { fund: "insurance_fund", coin: "USDT", amount: "5" };
    expect((await send("POST", "/endowments", gift)).statusCode).toBe(201);
    for (const [path, body] of [
      ["/loan-terms", { ...loan, tiers: [{ amountMax: "2", leverage: -1 }] }],
      ["/collateral", { coin: "BTC", isDollar: 1, isShared: false, tiers: [] }],
      ["/margin-rules", { warningRisk: "0.8" }],
    ] as const) {
      expect((await send("PUT", path, body)).statusCode).toBe(400);
    }
    expect((await send("POST", "/endowments", { ...gift, fund: "fees" })).statusCode).toBe(400);
  });

  it("set order limits", async () => {
    const { calls, send } = adminApp();
    const change = { symbol: "BTCUSDT", category: "spot", sizeMax: "5", buyBand: "0.03" };
    expect((await send("PUT", "/instruments/order-limits", change)).statusCode).toBe(200);
    expect(calls).toEqual([{ act: "setOrderLimits", given: { ...change, realm: "live" } }]);
    for (const bad of [{ sizeMin: "-1" }, { buyBand: 0.05 }, { sellBand: "x" }, { tick: "1" }]) {
      const answer = await send("PUT", "/instruments/order-limits", { ...change, ...bad });
      expect(answer.statusCode).toBe(400);
    }
  });

  it("set opening limits", async () => {
    const { calls, send } = adminApp();
    const change = { symbol: "BTCUSDT", category: "usdt_futures", positionShare: "0.1" };
    expect((await send("PUT", "/opening-limits", change)).statusCode).toBe(200);
    expect(calls).toEqual([{ act: "setOpeningLimits", given: { ...change, realm: "live" } }]);
    const bad = await send("PUT", "/opening-limits", { ...change, positionsMax: 0 });
    expect(bad.statusCode).toBe(400);
  });

  it("show, begin and end the review of a user", async () => {
    const { app, calls, send } = adminApp();
    expect((await send("GET", "/users/7/review")).json()).toEqual({ ...FREE, uid: "7" });
    const held = await send("PUT", "/users/7/review", { isHeld: true, reason: "fund_draw" });
    expect(held.json()).toMatchObject({ uid: "7", isHeld: true, reason: "fund_draw" });
    await send("PUT", "/users/7/review", { isHeld: false });
    const given = { uid: "7", isHeld: false, reason: "operator_decision" };
    expect(calls.at(-1)).toEqual({ act: "setReview", given });
    for (const body of [
      {},
      { isHeld: "yes" },
      { isHeld: true, reason: "mood" },
      { isHeld: true, until: "monday" },
    ]) {
      expect((await send("PUT", "/users/7/review", body)).statusCode).toBe(400);
    }
    expect((await send("PUT", "/users/nobody/review", { isHeld: true })).statusCode).toBe(400);
    expect((await send("PUT", "/users/404/review", { isHeld: true })).statusCode).toBe(404);
    const url = "/admin/v1/users/7/review";
    expect((await app.inject({ method: "PUT", url })).statusCode).toBe(401);
  });

  it("list and set loss limits and funds", async () => {
    const { calls, send } = adminApp();
    for (const path of ["/loss-limits", "/insurance-funds", "/lending-pools"]) {
      expect((await send("GET", path)).json()).toEqual([]);
    }
    const name = { symbol: "BTCUSDT", category: "usdt_futures" };
    const limits = { ...name, fundDrawMax: "1000", positionFactor: "10", positionFloor: "0.5" };
    expect((await send("PUT", "/loss-limits", limits)).statusCode).toBe(200);
    const change = { coin: "USDC", realm: "demo", feeShare: "0.1", drawMax: "5" };
    expect((await send("PUT", "/insurance-funds", change)).statusCode).toBe(200);
    expect(calls).toEqual([
      { act: "setLossLimits", given: { ...limits, realm: "live" } },
      { act: "setFundTerms", given: change },
    ]);
    const bad = await send("PUT", "/loss-limits", { ...limits, fundDrawMax: "-1" });
    expect(bad.statusCode).toBe(400);
    const odd = await send("PUT", "/insurance-funds", { ...change, share: "1" });
    expect(odd.statusCode).toBe(400);
  });

  it("set terms and merchants of peer-to-peer trading and decide on appeals", async () => {
    const { calls, send } = adminApp();
    const level = { level: "starter", sellAdsMax: 1, buyAdsMax: 1, adUsdMax: 9 };
    const orders = { adOrdersMax: 1, ordersMax: 2 };
    expect((await send("PUT", "/p2p/levels", { ...level, ...orders })).statusCode).toBe(200);
    const merchant = { level: "master", nickName: "Trader" };
    const uid = "1000000002";
    expect((await send("PUT", `/users/${uid}/merchant`, merchant)).statusCode).toBe(200);
    const decision = { isReleased: true };
    expect((await send("POST", "/p2p/orders/7/decision", decision)).statusCode).toBe(200);
    const misnamed = (await send("POST", "/p2p/orders/x/decision", decision)).json();
    expect(misnamed.error).toEqual({ code: "invalid", message: "id must be an id: digits" });
    expect((await send("PUT", "/p2p/levels", { ...level, ordersMax: -1 })).statusCode).toBe(400);
    expect(calls).toEqual([
      { act: "setP2pLevel", given: { ...level, ...orders } },
      { act: "setP2pMerchant", given: { uid, ...merchant } },
      { act: "resolveP2pOrder", given: { id: "7", isReleased: true } },
    ]);
  });

  it("read terms, merchants, ads and orders of peer-to-peer trading by page", async () => {
    const { calls, send } = adminApp();
    for (const path of ["/p2p/terms", "/p2p/summary"]) {
      expect((await send("GET", path)).statusCode).toBe(200);
    }
    const none = { orders: [], cursor: "" };
    expect((await send("GET", "/p2p/orders?status=in_appeal&uid=7")).json()).toEqual(none);
    await send("GET", "/p2p/ads?status=delisted&cursor=8&limit=5");
    await send("GET", "/p2p/merchants");
    await send("GET", "/users/7/p2p-orders?status=completed");
    const first = { cursor: "", limit: 100 };
    expect(calls).toEqual([
      { act: "listP2pOrders", given: { uid: "7", status: "in_appeal", ...first } },
      { act: "listP2pAds", given: { uid: undefined, status: "delisted", cursor: "8", limit: 5 } },
      { act: "listP2pMerchants", given: first },
      { act: "listUserP2pOrders", given: { uid: "7", status: "completed", ...first } },
    ]);
    for (const bad of ["status=completed", "uid=x", "limit=0", "cursor=x", "page=1"]) {
      expect((await send("GET", `/p2p/orders?${bad}`)).statusCode).toBe(400);
    }
    expect((await send("GET", "/p2p/ads?status=removed")).statusCode).toBe(400);
    const behind = await send("GET", "/users/503/liquidations");
    expect([behind.statusCode, behind.json().error.code]).toEqual([503, "unavailable"]);
    const closed = await send("GET", "/users/503/p2p-orders");
    expect(closed.statusCode).toBe(503);
    expect(closed.json().error.code).toBe("unavailable");
  });

  it("show statements of users and of the house for days", async () => {
    const { calls, send } = adminApp();
    const period = { from: "2026-01-05", to: "2026-01-31" };
    const query = new URLSearchParams(period);
    expect((await send("GET", `/users/7/statements?${query}`)).json()).toEqual({
      ...{ uid: "7", ...period, days: [] },
    });
    expect((await send("GET", `/house/statements?${query}&realm=demo`)).statusCode).toBe(200);
    expect((await send("GET", `/house/statements?${query}`)).statusCode).toBe(200);
    expect(calls).toEqual([
      { act: "statementsOf", given: { uid: "7", ...period } },
      { act: "houseStatements", given: { realm: "demo", ...period } },
      { act: "houseStatements", given: { realm: "live", ...period } },
    ]);
    for (const bad of ["", "from=2026-01-05", "from=2026-1-5&to=2026-01-06", `${query}&day=1`]) {
      expect((await send("GET", `/users/7/statements?${bad}`)).statusCode, bad).toBe(400);
    }
    expect((await send("GET", `/users/503/statements?${query}`)).statusCode).toBe(503);
  });

  it("list and set terms and rules of conversions", async () => {
    const { calls, send } = adminApp();
    for (const path of ["/conversion-terms", "/conversion-rules"]) {
      expect((await send("GET", path)).json()).toEqual([]);
    }
    const terms = { coin: "BTC", amountMin: "0.1", amountMax: "2", spread: "0.001" };
    expect((await send("PUT", "/conversion-terms", terms)).statusCode).toBe(200);
    const rules = { realm: "demo", quotesMax: 10, dayLossUsdMax: 0 };
    expect((await send("PUT", "/conversion-rules", rules)).statusCode).toBe(200);
    expect(calls).toEqual([
      { act: "setConversionTerms", given: { ...terms, realm: "live" } },
      { act: "setConversionRules", given: rules },
    ]);
    const bad = await send("PUT", "/conversion-terms", { ...terms, spread: "-1" });
    expect(bad.statusCode).toBe(400);
    const odd = await send("PUT", "/conversion-rules", { ...rules, quotesMax: 1.5 });
    expect(odd.statusCode).toBe(400);
  });

  it("list products and risk units, lend to them and repay", async () => {
    const { calls, send } = adminApp();
    for (const path of ["/loan-products", "/risk-units"]) {
      expect((await send("GET", path)).json()).toEqual([]);
    }
    expect((await send("PUT", "/users/7/risk-unit", { product: 1 })).statusCode).toBe(200);
    const binding = { user: "8", isBound: true };
    expect((await send("PUT", "/users/7/unit-users", binding)).statusCode).toBe(200);
    const loan = { coin: "USDT", amount: "1.5" };
    expect((await send("POST", "/users/7/unit-loans", loan)).statusCode).toBe(200);
    const paid = { loan: "12", amount: "1" };
    expect((await send("POST", "/users/7/unit-repayments", paid)).statusCode).toBe(200);
    expect(calls).toEqual([
      { act: "setRiskUnit", given: { uid: "7", product: 1 } },
      { act: "bindUnitUser", given: { uid: "7", ...binding } },
      { act: "issueUnitLoan", given: { uid: "7", ...loan } },
      { act: "repayUnitLoan", given: { uid: "7", ...paid } },
    ]);
    const bad = [
      send("PUT", "/users/7/risk-unit", { product: -1 }),
      send("PUT", "/users/7/unit-users", { user: "x", isBound: true }),
      send("POST", "/users/7/unit-loans", { coin: "USDT", amount: "-1" }),
      send("POST", "/users/7/unit-repayments", { loan: "x", amount: "1" }),
      send("PUT", "/loan-products", { product: 1 }),
    ];
    for (const reply of await Promise.all(bad)) expect(reply.statusCode).toBe(400);
  });

  it("list and set price guards", async () => {
    const { calls, send } = adminApp();
    expect((await send("GET", "/price-guards")).json()).toEqual([]);
    const change = { symbol: "BTCUSDT", category: "usdt_futures", markCap: "0.005" };
    expect((await send("PUT", "/price-guards", change)).statusCode).toBe(200);
    expect(calls).toEqual([{ act: "setPriceGuards", given: { ...change, realm: "live" } }]);
    for (const bad of [{ markCap: "-1" }, { markCap: 0.1 }, { impactUnits: -1 }, { cap: "0" }]) {
      const refused = await send("PUT", "/price-guards", { ...change, ...bad });
      expect(refused.statusCode).toBe(400);
    }
  });

  it("show alerts by page, groups and figures of surveillance", async () => {
    const { app, calls, send } = adminApp();
    expect((await send("GET", "/surveillance/alerts")).json()).toEqual({ alerts: [], cursor: "" });
    const query = "kind=fund_draw&since=2026-01-01T00:00:00Z&cursor=7&limit=5";
    await send("GET", `/surveillance/alerts?${query}`);
    expect(calls).toEqual([
      { act: "listAlerts", given: { kind: undefined, since: "", cursor: "", limit: 100 } },
      {
        act: "listAlerts",
        given: { kind: "fund_draw", since: "2026-01-01T00:00:00Z", cursor: "7", limit: 5 },
      },
    ]);
    for (const bad of [
      "kind=mood",
      "limit=0",
      "limit=101",
      "cursor=x",
      "page=2",
      "limit=1&limit=2",
    ]) {
      expect((await send("GET", `/surveillance/alerts?${bad}`)).statusCode).toBe(400);
    }
    expect((await send("GET", "/surveillance/groups/7")).json()).toMatchObject({ uid: "7" });
    expect((await send("GET", "/surveillance/groups/404")).statusCode).toBe(404);
    expect((await send("GET", "/surveillance/groups/all")).statusCode).toBe(400);
    expect((await send("GET", "/surveillance/figures")).json()).toEqual({ selfTradesMin: 3 });
    const set = await send("PUT", "/surveillance/figures", { selfTradesMin: 5 });
    expect(set.json()).toEqual({ selfTradesMin: 5 });
    expect((await send("PUT", "/surveillance/figures", { selfTradesMin: -1 })).statusCode).toBe(
      400,
    );
    for (const path of ["/surveillance/alerts", "/surveillance/groups/7"]) {
      const url = `/admin/v1${path}`;
      expect((await app.inject({ method: "GET", url })).statusCode).toBe(401);
    }
  });

  it("list and change limits and run the audit", async () => {
    const { send } = adminApp();
    expect((await send("GET", "/rate-limits")).json()).toEqual({ mode: "exact", limits: [] });
    const change = { bucket: "place", count: 5, perMs: 1000 };
    expect((await send("PUT", "/rate-limits", change)).json()).toEqual({ per: "uid", ...change });
    expect((await send("PUT", "/rate-limits/mode", { mode: "off" })).json().mode).toBe("off");
    expect((await send("GET", "/audit")).json()).toEqual(AUDIT);
  });

  it.each([
    ["no header", undefined],
    ["no bearer", TOKEN],
    ["another token", "Bearer another-token-of-somebody"],
    ["an empty token", "Bearer "],
  ])("are closed to %s", async (_what, authorization) => {
    const { app, calls } = adminApp();
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await app.inject({ method: "POST", url: "/admin/v1/users", headers });
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, "unauthorized"]);
    expect(calls).toEqual([{ act: "wrongToken", given: "127.0.0.1" }]);
  });

  it.each([
    ["/users", { kind: "classic", surplus: 1 }],
    ["/users", { kind: "nobody" }],
    ["/users", {}],
    ["/users/x/keys", {}],
    ["/users/1/keys", { passphrase: "short" }],
    ["/users/1/credits", { wallet: "fees", coin: "USDT", amount: "1" }],
    ["/users/1/credits", { wallet: "spot", coin: "USDT", amount: 1 }],
    ["/users/1/credits", { wallet: "spot", coin: "USDT", amount: "-1" }],
    ["/instruments/halt", { symbol: "BTCUSDT" }],
  ])("refuse a POST to %s of %j", async (path, body) => {
    const { calls, send } = adminApp();
    const answer = await send("POST", path, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toMatch(/./);
    expect(calls).toEqual([]);
  });

  it.each([
    ["a duplicate member", '{"kind":"classic","kind":"unified"}', "a duplicate key"],
    ["an escaped duplicate", '{"kind":"classic","k\\u0069nd":"unified"}', "a duplicate key"],
    ["a prototype", '{"kind":"classic","__proto__":{}}', "a forbidden key"],
    ["a deep nest", `{"kind":${"[".repeat(9)}${"]".repeat(9)}}`, "nested too deeply"],
    ["a lone surrogate", '{"kind":"classic","name":"\\ud800"}', "a lone surrogate"],
    ["a huge number", `{"kind":1${"0".repeat(60)}}`, "a huge number"],
    ["a number beyond exactness", '{"kind":9007199254740993}', "a number that is not"],
    ["a number that rounds", '{"kind":1.00000000000000001}', "a number that is not"],
    ["two values", '{"kind":"classic"}{}', "text after the value"],
    ["no JSON", "kind=classic", "a value was expected"],
    ["no bytes", "", "a value was expected"],
  ])("refuse a body with %s", async (_what, payload, fault) => {
    const { app, calls } = adminApp();
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const answer = await app.inject({ method: "POST", url: "/admin/v1/users", headers, payload });
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, "malformed_json"]);
    expect(answer.json().error.message).toContain(fault);
    expect(calls).toEqual([]);
  });

  it("take a DELETE that names the type of a body and has none", async () => {
    const { app, calls } = adminApp();
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const url = "/admin/v1/tokens/desk";
    const { statusCode } = await app.inject({ method: "DELETE", url, headers });
    expect(statusCode).toBe(200);
    expect(calls).toHaveLength(1);
  });

  it("refuse bytes that are not UTF-8, other types of content, and query strings", async () => {
    const { app, calls, send } = adminApp();
    const authorization = `Bearer ${TOKEN}`;
    const post = async (contentType: string, payload: Buffer) => {
      const headers = { authorization, "content-type": contentType };
      const answer = await app.inject({ method: "POST", url: "/admin/v1/users", headers, payload });
      return [answer.statusCode, answer.json().error.code];
    };
    const bytes = Buffer.from([...Buffer.from('{"kind":"classic","name":"'), 0xff, 0x22, 0x7d]);
    expect(await post("application/json", bytes)).toEqual([400, "malformed_json"]);
    const text = Buffer.from('{"kind":"classic"}');
    expect(await post("text/plain", text)).toEqual([415, "unsupported_media_type"]);
    const large = Buffer.from(JSON.stringify({ kind: "x".repeat(2 * 1024 * 1024) }));
    expect(await post("application/json", large)).toEqual([413, "body_too_large"]);
    const queried = await send("GET", "/rate-limits?mode=off");
    expect([queried.statusCode, queried.json().error.code]).toEqual([400, "invalid"]);
    expect(calls).toEqual([]);
  });

  it.each([
    ["/users", {}, "kind must be given"],
    ["/users", [], "the body must be an object"],
    ["/users", { kind: "classic", extra: 1 }, "extra is no member of this request"],
    ["/users", { kind: "nobody" }, "kind must be one of classic, unified"],
    ["/users", { kind: "classic", name: 1 }, "name must be a text"],
    ["/users", { kind: "classic", name: "" }, "name must have at least 1 characters"],
    ["/users/1/keys", { permissions: [] }, "permissions must have at least 1 items"],
    ["/users/1/keys", { passphrase: "short" }, "passphrase must be 8 to 32 letters and digits"],
    ["/users/1/credits", { wallet: "spot", coin: "USDT" }, "amount must be given"],
    [
      "/users/1/credits",
      { wallet: "spot", coin: "USDT", amount: "-1" },
      'amount must be a decimal text such as "0.25", without a sign',
    ],
    ["/users/x/keys", {}, "uid must be the uid of a user: digits"],
  ])("name the fault of a POST to %s of %j", async (path, body, message) => {
    const { send } = adminApp();
    const answer = await send("POST", path, body);
    expect(answer.json()).toEqual({ error: { code: "invalid", message } });
  });

  it.each(["0", "101", "abc"])("name the fault of the fee level %s", async (level) => {
    const { send } = adminApp();
    const rate = "0.001";
    const rates = { spotMaker: rate, spotTaker: rate, futuresMaker: rate, futuresTaker: rate };
    const { error } = (await send("PUT", `/fees/levels/${level}`, rates)).json();
    expect(error).toEqual({ code: "invalid", message: "level must be a fee level from 1 to 100" });
  });

  it("name faults inside lists and of numbers", async () => {
    const { send } = adminApp();
    const message = async (body: object) =>
      (await send("PUT", "/position-tiers", { symbol: "B", category: "spot", ...body })).json()
        .error.message;
    const tier = { valueMax: 1, leverageMax: 2, maintenanceRate: "0.1" };
    expect(await message({ tiers: [tier, { ...tier, extra: 1, leverageMax: 1.5 }] })).toBe(
      "tiers.1.extra is no member of this request; tiers.1.leverageMax must be a whole number",
    );
    expect(await message({ tiers: [{ ...tier, valueMax: -1 }] })).toBe(
      "tiers.0.valueMax must be at least 0",
    );
    const bare = Array.from({ length: 8 }, () => ({ valueMax: 1, leverageMax: 2 }));
    expect(await message({ tiers: bare })).toMatch(
      /^tiers\.0\.maintenanceRate must be given; .*; 3 more$/,
    );
  });

  it("send the reason of a rejection by the exchange", async () => {
    const { send } = adminApp();
    const answer = await send("POST", "/users/404/keys", {});
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ error: { code: "not_found", message: "no user 404" } });
    expect((await send("GET", "/nothing")).json().error.code).toBe("not_found");
  });

  it("show exchange time, and accept a difference that is a whole number", async () => {
    const { calls, send } = adminApp();
    expect((await send("GET", "/time")).json()).toEqual(TIME);
    const accepted = await send("POST", "/time/accept", { differenceMs: -3_600_000 });
    expect(accepted.json()).toMatchObject({ result: "stepped" });
    expect(calls).toEqual([{ act: "acceptTime", given: -3_600_000 }]);
    expect((await send("POST", "/time/accept", { differenceMs: 0 })).statusCode).toBe(409);
    expect((await send("POST", "/time/accept", {})).statusCode).toBe(400);
    expect((await send("POST", "/time/accept", { differenceMs: 0.5 })).statusCode).toBe(400);
  });

  it("list themselves, each with a summary", async () => {
    const { send } = adminApp();
    const routes: { method: string; path: string; summary: string }[] = (
      await send("GET", "")
    ).json();
    expect(routes.filter(({ summary }) => summary === "")).toEqual([]);
    const others = BROWSER_SESSION_ROUTES.length + 1;
    expect(routes).toHaveLength(ADMIN_ENDPOINTS.length + others);
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length);
  });

  it("respond with 429 after twenty wrong tokens in a minute, and always accept the right one", async () => {
    const { app, calls, clock, metrics, send } = adminApp();
    const wrong = async () => {
      const answer = await app.inject({ method: "GET", url: "/admin/v1/audit" });
      return [answer.statusCode, answer.headers["retry-after"]];
    };
    for (let count = 0; count < WRONG_TOKENS_MAX; count += 1) {
      expect(await wrong()).toEqual([401, undefined]);
    }
    expect(await wrong()).toEqual([429, "60"]);
    expect((await send("GET", "/audit")).statusCode).toBe(200);
    clock.nowMs += 60_000;
    expect(await wrong()).toEqual([401, undefined]);
    expect(calls).toEqual([
      { act: "wrongToken", given: "127.0.0.1" },
      { act: "wrongToken", given: "127.0.0.1" },
    ]);
    expect(await metrics.metrics()).toContain("bourse_admin_wrong_tokens_total 22");
  });

  it("reveal no detail of an internal fault, which is reported with the request", async () => {
    const { faults, send } = adminApp({
      audit: () => Promise.reject(new Error("a secret detail")),
    });
    const answer = await send("GET", "/audit");
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain("secret detail");
    const requestId = answer.headers["x-request-id"];
    const where = { requestId, endpoint: "GET /admin/v1/audit", clientIp: "127.0.0.1" };
    expect(faults).toEqual([{ message: "Error: a secret detail", ...where }]);
  });
});

describe("dangerous requests", () => {
  const price = { symbol: "BTCUSDT", category: "spot", price: "200000" };
  const harm: EffectState = { ...NO_EFFECT, liquidatedUsers: 3, liquidatedUsd: "120.50" };

  it("ask back with their effect, and are done when they are confirmed", async () => {
    const { calls, effect, send } = adminApp();
    effect.state = harm;
    const asked = await send("PUT", "/index-prices", price);
    expect(asked.statusCode).toBe(409);
    const { error } = asked.json();
    expect(error).toMatchObject({ code: "confirmation_needed", effect: harm });
    expect(calls).toEqual([]);
    const done = await send("PUT", "/index-prices", { ...price, confirm: error.confirm });
    expect(done.json()).toEqual({ ...price, realm: "live" });
    expect(calls).toEqual([{ act: "setIndexPrice", given: { ...price, realm: "live" } }]);
  });

  it("are not done with the confirmation of another request, of another person, or an old one", async () => {
    const { calls, clock, send } = adminApp();
    const { error } = (await send("PUT", "/index-prices", price)).json();
    const confirmed = { ...price, confirm: error.confirm };
    const other = { ...confirmed, price: "300000" };
    expect((await send("PUT", "/index-prices", other)).statusCode).toBe(409);
    const headers = { authorization: "Bearer the-token-of-risk" };
    expect((await send("PUT", "/index-prices", confirmed, headers)).statusCode).toBe(409);
    for (const confirm of ["", "x", "zz.abc", `${error.confirm}x`]) {
      expect((await send("PUT", "/index-prices", { ...price, confirm })).statusCode).toBe(409);
    }
    clock.nowMs += 300_001;
    expect((await send("PUT", "/index-prices", confirmed)).statusCode).toBe(409);
    expect(calls).toEqual([]);
  });

  it("that set terms ask back only when they would liquidate accounts", async () => {
    const { calls, effect, send } = adminApp();
    const change = { coin: "SOL", isDollar: false, isShared: false, tiers: [] };
    expect((await send("PUT", "/collateral", change)).statusCode).toBe(200);
    effect.state = harm;
    expect((await send("PUT", "/collateral", change)).statusCode).toBe(409);
    expect(calls).toEqual([{ act: "setCollateral", given: change }]);
  });
});

describe("roles", () => {
  it.each(ADMIN_ROLES)("%s may call exactly the endpoints that name it", async (role) => {
    const { acts, calls, send } = adminApp();
    const headers = { authorization: `Bearer the-token-of-${role}` };
    for (const { method, path, roles } of ADMIN_ENDPOINTS) {
      calls.length = 0;
      const answer = await send(method, path.replace(/:\w+/g, "1"), undefined, headers);
      const isRefused = answer.statusCode === 403;
      expect([method, path, isRefused]).toEqual([method, path, !roles.includes(role)]);
      if (!isRefused) continue;
      expect(answer.json().error.code).toBe("forbidden");
      expect(calls).toEqual([]);
      if (method !== "GET") expect(acts.at(-1)).toMatchObject({ actor: role, status: 403 });
    }
  });

  it("read only reads", () => {
    const allowed = ADMIN_ENDPOINTS.filter(({ roles }) => roles.includes("read"));
    expect(new Set(allowed.map(({ method }) => method))).toEqual(new Set(["GET", "POST"]));
    const posts = allowed.filter(({ method }) => method === "POST");
    expect(posts.map(({ path }) => path)).toEqual(["/what-if"]);
  });
});

describe("the trace of a request", () => {
  it("has actor, reason, request id and seq, in the log and in headers", async () => {
    const { acts, send } = adminApp();
    const reason = Buffer.from("Gebühr auf Wunsch").toString("latin1");
    const answer = await send("PUT", "/users/7/freeze", { isFrozen: true }, { "x-reason": reason });
    expect(answer.headers["x-bourse-seq"]).toBe("7");
    expect(acts).toMatchObject([
      {
        ...{ actor: "root", method: "PUT", path: "/users/7/freeze", status: 200, seq: 7 },
        reason: "Gebühr auf Wunsch",
      },
    ]);
    expect(acts[0]?.requestId).not.toBe("");
  });

  it.each(["x".repeat(257), "tab\tin it"])("refuses the reason %j", async (reason) => {
    const { calls, send } = adminApp();
    const answer = await send("PUT", "/users/7/freeze", { isFrozen: true }, { "x-reason": reason });
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, "invalid"]);
    expect(calls).toEqual([]);
  });
});

describe("the admin token", () => {
  it("is refused when it is too short", () => {
    expect(() => new AdminTokenCheck("short")).toThrow(RangeError);
  });
});

describe("reads for the desk of the operator", () => {
  it("name the holders of one side by realm, side and number", async () => {
    const { calls, send } = adminApp();
    const path = "/risk/deleveraging?symbol=BTCUSDT&category=usdt_futures";
    expect((await send("GET", `${path}&side=short&limit=5`)).statusCode).toBe(200);
    expect((await send("GET", `${path}&side=net`)).statusCode).toBe(400);
    expect((await send("GET", "/risk/deleveraging?symbol=BTCUSDT")).statusCode).toBe(400);
    const search = { realm: "live", symbol: "BTCUSDT", category: "usdt_futures" };
    expect(calls).toEqual([
      { act: "deleveragingOrder", given: { ...search, side: "short", limit: 5 } },
    ]);
  });

  it("list a user's withdrawals by pages, and show the health", async () => {
    const { calls, send } = adminApp();
    const page = await send("GET", "/users/2/withdrawals?limit=1&cursor=77");
    expect(page.json()).toEqual({ withdrawals: [], cursor: "" });
    const window = { since: undefined, until: undefined, cursor: "77", limit: 1 };
    expect(calls).toEqual([{ act: "withdrawalsOf", given: { uid: "2", ...window } }]);
    expect((await send("GET", "/health")).json()).toMatchObject({ isReady: true, users: 2 });
  });
});
