/** One request of every endpoint that is good, from which the bad ones are made. */
import { uidOf } from "../../src/gateway/auth/uid.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import type { FieldReading } from "../../src/gateway/http/fields.ts";
import { START_MS } from "../support/test-key.ts";
import type { SentValue } from "./field-faults.ts";
import type { OwnP2p } from "./hostile-p2p.ts";
import { SUB_ACCOUNTS } from "./hostile-world.ts";

/** The parts of a request schema that requests are made from. */
export interface RequestSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: RequestSchema;
}
export interface FieldSchema extends RequestSchema {
  readonly default?: unknown;
  /** Lists have none: their items do. */
  readonly "x-reads"?: FieldReading;
}
export type Fields = Readonly<Record<string, SentValue>>;

/** Ids of an open order of the caller, of pending trigger orders, and of a take-profit. */
export interface OwnOrders extends OwnP2p {
  readonly spot: string;
  readonly futures: string;
  readonly crossed: string;
  readonly isolated: string;
  readonly withdrawal: string;
  /** A loan against a pledge. */
  readonly loan: string;
  readonly spotPlan: string;
  readonly futuresPlan: string;
  readonly exitPlan: string;
}

/** Which of the caller's orders an endpoint works on, by its path. */
export function lineOf(endpoint: Endpoint): keyof OwnOrders {
  const [path] = endpoint.paths;
  if (path.includes("withdraw")) return "withdrawal";
  if (path.includes("/p2p/")) return /release|appeal/.test(path) ? "p2pPaid" : "p2pUnpaid";
  if (/\/(v3|earn)\/loan\//.test(path)) return "loan";
  if (path.includes("/margin/crossed/")) return "crossed";
  if (path.includes("/margin/isolated/") || path.includes("{marginType}")) return "isolated";
  if (/tpsl|strategy/.test(path)) return "exitPlan";
  if (path.includes("plan")) return path.includes("spot") ? "spotPlan" : "futuresPlan";
  return /spot|orderInfo/.test(path) ? "spot" : "futures";
}

/** Users of the hostile world, by index: two of the exchange itself come first. */
const ALICE = 2;
const ULLA = 4;
const UMA = 6;
/** Virtual sub-accounts follow the planned users. */
const ALICES_SUB = 7;
const ULLAS_SUB = 9;

/** What a field says unless its endpoint asks for something else. */
const VALUES: Fields = {
  symbol: "BTCUSDT",
  productType: "USDT-FUTURES",
  category: "USDT-FUTURES",
  coin: "USDT",
  marginCoin: "USDT",
  token: "USDT",
  fiat: "USD",
  side: "buy",
  orderType: "limit",
  price: "49000",
  size: "0.01",
  qty: "0.01",
  amount: "1",
  loanCoin: "USDT",
  pledgeCoin: "BTC",
  productId: "1",
  pledgeAmount: "0.001",
  fromCoin: "BTC",
  toCoin: "USDT",
  fromType: "spot",
  toType: "usdt_futures",
  baseSize: "0.01",
  borrowAmount: "1",
  repayAmount: "1",
  openAmount: "1000",
  openPrice: "50000",
  leverage: "10",
  subAccountUid: uidOf(ALICES_SUB),
  subAccountApiKey: SUB_ACCOUNTS.alice.apiKey,
  subAccountName: "fresheqn",
  passphrase: "Passphrase1",
  label: "label",
  permList: "spot_trade",
  subUid: uidOf(ULLAS_SUB),
  username: "fresheqn",
  note: "note",
  permissions: "uta_trade",
  ips: "127.0.0.1",
  startTime: String(START_MS - 1_000),
  endTime: String(START_MS + 1_000),
};

const MARGIN_ORDER: Fields = { price: "49000", baseSize: "0.01" };

const WITHDRAWAL: Fields = {
  ...{ coin: "USDT", transferType: "on_chain", chain: "TRC20", address: "TKnown", size: "20" },
};

const NAMED: Fields = { category: "USDT-FUTURES", symbol: "BTCUSDT" };

/** Fields beside the required ones that make a request whole, by the endpoint's first path. */
const MORE: Readonly<Record<string, Fields>> = {
  "/api/v2/spot/trade/place-order": { price: "49000" },
  "/api/v2/spot/trade/fills": { symbol: "BTCUSDT" },
  "/api/v2/spot/trade/batch-orders": { symbol: "BTCUSDT", batchMode: "multiple" },
  "/api/v2/spot/trade/batch-cancel-order": { symbol: "BTCUSDT", batchMode: "multiple" },
  "/api/v2/convert/quoted-price": { fromCoinSize: "0.01" },
  "/api/v2/spot/ins-loan/ltv-convert": { riskUnitId: uidOf(ALICE) },
  "/api/v2/spot/ins-loan/transfered": { userId: uidOf(ALICE) },
  "/api/v2/spot/ins-loan/bind-uid": { riskUnitId: uidOf(ALICE), uid: uidOf(ALICES_SUB) },
  "/api/v3/ins-loan/ltv-convert": { riskUnitId: uidOf(ULLA) },
  "/api/v3/ins-loan/transfered": { userId: uidOf(ULLA) },
  "/api/v3/ins-loan/bind-uid": { riskUnitId: uidOf(ULLA), uid: uidOf(ULLAS_SUB) },
  "/api/v2/earn/loan/borrow": { loanAmount: "10" },
  "/api/v2/earn/loan/repay": { amount: "5", repayAll: "no" },
  "/api/v2/earn/loan/revise-pledge": { amount: "0.001" },
  "/api/v3/loan/borrow": { loanAmount: "10" },
  "/api/v3/loan/repay": { amount: "5", repayAll: "no", method: "borrowed_coin" },
  "/api/v3/loan/revise-pledge": { amount: "0.001" },
  "/api/v2/mix/order/place-order": { price: "49000" },
  "/api/v2/mix/order/click-backhand": { side: "sell" },
  "/api/v2/mix/order/modify-order": {
    newPrice: "48000",
    newSize: "0.02",
    newClientOid: "changed",
  },
  "/api/v2/mix/order/batch-cancel-orders": { symbol: "BTCUSDT" },
  "/api/v2/spot/trade/place-plan-order": { triggerPrice: "48000", executePrice: "48000" },
  "/api/v2/spot/trade/modify-plan-order": { triggerPrice: "47000", executePrice: "47000" },
  "/api/v2/mix/order/place-plan-order": { triggerPrice: "51000", price: "49000" },
  "/api/v2/mix/order/place-tpsl-order": { triggerPrice: "52000", size: "0.01" },
  "/api/v2/mix/order/place-pos-tpsl": { stopSurplusTriggerPrice: "52000" },
  "/api/v2/mix/order/modify-plan-order": { newTriggerPrice: "51500" },
  "/api/v2/mix/order/modify-tpsl-order": { triggerPrice: "52500" },
  "/api/v2/spot/wallet/withdrawal": WITHDRAWAL,
  "/api/v3/account/withdraw": WITHDRAWAL,
  "/api/v3/account/switch-deduct": { deduct: "off" },
  "/api/v3/account/set-collateral-type": { collateralType: "all" },
  "/api/v3/trade/place-strategy-order": { posSide: "long", takeProfit: "52000" },
  "/api/v3/trade/modify-strategy-order": { takeProfit: "52500" },
  "/api/v2/mix/account/set-leverage": { leverage: "10" },
  "/api/v2/mix/account/max-open": { openPrice: "50000" },
  "/api/v2/mix/account/liq-price": { openPrice: "50000", openAmount: "0.5" },
  "/api/v2/margin/crossed/place-order": MARGIN_ORDER,
  "/api/v2/margin/isolated/place-order": MARGIN_ORDER,
  "/api/v2/margin/crossed/account/query-flash-repay-status": { idList: ["1"] },
  "/api/v2/margin/isolated/account/query-flash-repay-status": { idList: ["1"] },
  [`/api/v2/margin/$\{marginType}/account/query-flash-repay-status`]: { idList: "1" },
  "/api/v2/user/create-virtual-subaccount": { subAccountList: ["freshone", "freshtwo"] },
  "/api/v2/spot/wallet/subaccount-transfer": {
    ...{ toType: "spot", fromUserId: uidOf(ALICE), toUserId: uidOf(ALICES_SUB) },
  },
  "/api/v2/spot/wallet/subaccount-deposit-address": { subUid: uidOf(ALICES_SUB) },
  "/api/v2/spot/wallet/subaccount-deposit-records": { subUid: uidOf(ALICES_SUB) },
  "/api/v2/spot/account/sub-main-trans-record": { subUid: uidOf(ALICES_SUB) },
  "/api/v3/user/update-sub-api": { apiKey: SUB_ACCOUNTS.ulla.apiKey, type: "read_write" },
  "/api/v3/user/delete-sub-api": { apiKey: SUB_ACCOUNTS.ulla.apiKey },
  "/api/v3/market/position-tier": { symbol: "BTCUSDT" },
  "/api/v3/market/current-fund-rate": { symbol: "BTCUSDT" },
  "/api/v3/account/set-leverage": NAMED,
  "/api/v3/account/pre-set-leverage": { ...NAMED, leverage: "10" },
  "/api/v3/account/adjust-account-mode": { mode: "advanced" },
  "/api/v3/account/max-open-available": { price: "50000" },
  "/api/v3/account/transfer": { fromType: "uta", toType: "spot" },
  "/api/v3/account/sub-transfer": {
    ...{ fromType: "uta", toType: "uta", fromUserId: uidOf(ULLA), toUserId: uidOf(UMA) },
  },
  "/api/v3/account/move-positions": { fromUid: uidOf(ULLA), toUid: uidOf(UMA) },
  "/api/v3/account/transferable-coins": { fromType: "uta", toType: "spot" },
  "/api/v3/account/repay": { repayableCoinList: ["USDT"], paymentCoinList: ["BTC"] },
  "/api/v3/p2p/ad-create": {
    ...{ side: "buy", price: "1", minAmount: "1", maxAmount: "100", quantity: "10" },
    payMethodIds: [{ payMethodId: "1" }],
  },
  "/api/v3/p2p/ad-update": { price: "1.01" },
  "/api/v3/p2p/ad-operate": { operation: "delist" },
  "/api/v3/p2p/order-create": { price: "1" },
  "/api/v3/trade/place-order": { price: "49000" },
  "/api/v3/trade/countdown-cancel-all": { countdown: "5" },
  "/api/v3/trade/cancel-order": NAMED,
  "/api/v3/trade/modify-order": { ...NAMED, price: "48000", qty: "0.02" },
  "/api/v3/position/history-position": { category: "USDT-FUTURES" },
};

/** The same for the items of a batch. */
const MORE_OF_ITEM: Readonly<Record<string, Fields>> = {
  "/api/v2/spot/trade/batch-orders": { price: "49000" },
  "/api/v2/mix/order/batch-place-order": { price: "49000" },
  "/api/v2/margin/crossed/batch-place-order": MARGIN_ORDER,
  "/api/v2/margin/isolated/batch-place-order": MARGIN_ORDER,
  "/api/v3/trade/place-batch": { price: "49000" },
  "/api/v3/trade/cancel-batch": NAMED,
  "/api/v3/trade/batch-modify-order": { ...NAMED, price: "48000", qty: "0.02" },
  "/api/v3/account/move-positions": { side: "sell" },
};

/** Whether the endpoint works on one order, named by either of its ids. */
export function actsOnOrder(endpoint: Endpoint, schema: RequestSchema): boolean {
  const { orderId, clientOid } = schema.properties ?? {};
  const lists = /pending|history|unfilled|fill|open-orders/.test(endpoint.paths[0]);
  return orderId !== undefined && clientOid !== undefined && !lists;
}

export function isRequired(schema: RequestSchema, name: string): boolean {
  return (schema.required ?? []).includes(name) && schema.properties?.[name]?.default === undefined;
}

function required(endpoint: Endpoint, schema: RequestSchema, orders: OwnOrders): Fields {
  const fields: Record<string, SentValue> = {};
  for (const [name, { "x-reads": reads }] of Object.entries(schema.properties ?? {})) {
    if (reads === undefined || reads.kind === "batch" || !isRequired(schema, name)) continue;
    fields[name] = goodValue(name, reads);
  }
  if (actsOnOrder(endpoint, schema) || "orderId" in fields) {
    fields["orderId"] = orders[lineOf(endpoint)];
  }
  if ("advId" in fields) {
    const isOffer = endpoint.paths[0].endsWith("order-create");
    fields["advId"] = isOffer ? orders.p2pOffer : orders.p2pAd;
  }
  if ("userPayMethodId" in fields) fields["userPayMethodId"] = orders.p2pAccount;
  if ("planOrderId" in fields) fields["planOrderId"] = orders[lineOf(endpoint)];
  return fields;
}

function goodValue(name: string, reads: FieldReading): SentValue {
  const value = VALUES[name];
  if (reads.kind !== "enumeration") return value ?? "1";
  return typeof value === "string" && reads.values.includes(value) ? value : enumerated(reads);
}

function enumerated({ values }: FieldReading & { kind: "enumeration" }): string {
  const first = values.includes("spot") ? "spot" : values[0];
  if (first === undefined) throw new Error("an enumeration has values");
  return first;
}

/** The field that holds the batch; undefined on an endpoint without, or whose body is the batch. */
export function batchField(schema: RequestSchema): string | undefined {
  const fields = Object.entries(schema.properties ?? {});
  return fields.find(([, field]) => field["x-reads"]?.kind === "batch")?.[0];
}

/** The schema of one item of a batch. */
export function itemSchema(schema: RequestSchema): RequestSchema | undefined {
  const name = batchField(schema);
  return name === undefined ? schema.items : schema.properties?.[name]?.items;
}

/** A good item of the endpoint's batch. */
export function goodItem(endpoint: Endpoint, orders: OwnOrders): Fields {
  const schema = itemSchema(endpoint.request as RequestSchema) ?? {};
  return { ...required(endpoint, schema, orders), ...MORE_OF_ITEM[endpoint.paths[0]] };
}

/** A good request, without the batch of a batch endpoint. */
export function goodFields(endpoint: Endpoint, orders: OwnOrders): Fields {
  const schema = endpoint.request as RequestSchema;
  return { ...required(endpoint, schema, orders), ...MORE[endpoint.paths[0]] };
}

/** What is sent when `fields` are the endpoint's own and `items` those of its batch. */
export function sentRequest(
  endpoint: Endpoint,
  fields: Fields,
  items: readonly SentValue[],
): SentValue {
  const schema = endpoint.request as RequestSchema;
  if (schema.type === "array") return items;
  const name = batchField(schema);
  return name === undefined || name in fields ? fields : { ...fields, [name]: items };
}
