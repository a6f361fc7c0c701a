/** Peer-to-peer trading of unified accounts (v3): merchants publish ads, others order from them. */
import { get, post } from "../../../wire/rest.ts";
import type { Page, Window } from "../windows.ts";

const ROOT = "/api/v3/p2p/";

export type Side = "buy" | "sell";

/** A method of payment of a fiat currency. */
export type PayMethod = { readonly payMethodId: string; readonly payMethodName: string };

export type Fiat = {
  readonly fiat: string;
  readonly precision: string;
  /** Bounds of prices, as ratios to the exchange rate. */
  readonly floatRateMin: string;
  readonly floatRateMax: string;
  readonly fixedRateMin: string;
  readonly fixedRateMax: string;
  /** Bounds of an order. */
  readonly adMinLimit: string;
  readonly adMaxLimit: string;
  readonly payMethods: readonly PayMethod[];
  /** Minutes. */
  readonly payTimeLimit: readonly number[];
};

/** What is traded. */
export type Offered = {
  readonly tokenDetailList: readonly { readonly token: string; readonly precision: string }[];
  readonly fiatDetailList: readonly Fiat[];
};

export const loadOffered = (): Promise<Offered> => get(`${ROOT}currencies`);

export type Pair = { readonly token: string; readonly fiat: string };

/** Returns the price of a token in a fiat currency by which ads are measured. */
export async function loadRate(pair: Pair): Promise<string> {
  const { rate } = await get<{ readonly rate: string }>(`${ROOT}exchange-rate`, pair);
  return rate;
}

/** An ad as others see it. */
export type Ad = {
  readonly advId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly token: string;
  readonly fiat: string;
  /** What the merchant does. */
  readonly side: Side;
  readonly price: string;
  /** Bounds of an order, in fiat. */
  readonly minAmount: string;
  readonly maxAmount: string;
  /** What is left, in the token. */
  readonly quantity: string;
  readonly payMethods: readonly PayMethod[];
  readonly completedOrderNum: string;
  readonly completedRate: string;
  /** Minutes. */
  readonly avgReleaseTime: string;
};

/** Ads of a page; the interface gives no more. */
export const ADS_PER_PAGE = 10;

export type AdQuery = Pair & {
  readonly side: Side;
  /** In fiat; empty for all ads. */
  readonly amount: string;
  /** From 1 on. */
  readonly page: number;
};

export function loadAds({ page, ...query }: AdQuery): Promise<readonly Ad[]> {
  return get(`${ROOT}ad-list`, { ...query, pageNum: page, limit: ADS_PER_PAGE });
}

export type NewOrder = {
  readonly advId: string;
  /** Worst price that the person accepts. */
  readonly price: string;
  /** In fiat. */
  readonly amount: string;
  /** Where the seller is paid; needed for ads that buy. */
  readonly userPayMethodId: string | undefined;
};

/** Orders from an ad and returns the id of the order. Rejects with `WireFailure`. */
export async function placeOrder(order: NewOrder): Promise<string> {
  const { orderId } = await post<{ readonly orderId: string }>(`${ROOT}order-create`, order);
  return orderId;
}

export type FeeRequest = Pair & { readonly side: Side; readonly amount: string };

/** Returns the fee of a trade, in the token; the buyer pays it. */
export async function loadFee(request: FeeRequest): Promise<string> {
  const body = { ...request, marketType: "public" };
  const { feeAmount } = await post<{ readonly feeAmount: string }>(`${ROOT}fee-simulate`, body);
  return feeAmount;
}

export type OrderStatus =
  | "pending_payment"
  | "pending_release"
  | "in_appeal"
  | "completed"
  | "cancelled";

export type Order = Pair & {
  readonly orderId: string;
  /** What the person does. */
  readonly side: Side;
  readonly price: string;
  /** In fiat. */
  readonly amount: string;
  /** In the token. */
  readonly quantity: string;
  /** In the token, out of what the buyer receives. */
  readonly fee: string;
  readonly counterparty: string;
  readonly status: OrderStatus;
  readonly createdTime: string;
};

type Items<T> = { readonly items: readonly T[]; readonly nextId: string };

const pageOf = <T>({ items, nextId }: Items<T>): Page<T> => ({ list: items, cursor: nextId });

/** Returns the orders that have not ended. */
export async function loadOpenOrders(): Promise<readonly Order[]> {
  const { items } = await get<Items<Order>>(`${ROOT}pending-orders`);
  return items;
}

export async function loadOrders(window: Window, cursor: string): Promise<Page<Order>> {
  return pageOf(await get<Items<Order>>(`${ROOT}all-orders`, { ...window, cursor, limit: 20 }));
}

type PayField = { readonly name: string; readonly value: string };

/** An order as its parties see it. */
export type OwnOrder = Omit<Order, "counterparty"> & {
  readonly remark: string;
  /** Milliseconds until an unpaid order ends. */
  readonly orderCancelCountdown: string;
  /** Where the seller is paid; while the order is open. */
  readonly payMethodDetail?: {
    readonly payMethodName: string;
    readonly payMethodUserName: string;
    /** Reference that the payment names. */
    readonly postscript: string;
    readonly payMethodInfo: readonly PayField[];
  };
  readonly sellUserInfo: { readonly nickName: string };
  readonly buyUserInfo: { readonly nickName: string };
};

export const loadOrder = (orderId: string): Promise<OwnOrder> =>
  get(`${ROOT}order-info`, { orderId });

export type OrderStep = "pay" | "cancel" | "release" | "appeal";

/** Takes a step of an order. Rejects with `WireFailure`. */
export async function stepOrder(orderId: string, step: OrderStep): Promise<void> {
  await post(`${ROOT}order-${step}`, { orderId });
}

/** An account of the person that receives payments. */
export type PayAccount = PayMethod & {
  readonly userPayMethodId: string;
  /** Holder. */
  readonly payMethodUserName: string;
  readonly payMethodInfo: readonly PayField[];
};

export const loadPayAccounts = (): Promise<readonly PayAccount[]> => get(`${ROOT}pay-method`);

export async function addPayAccount(account: {
  readonly payMethodId: string;
  readonly payMethodUserName: string;
  readonly account: string;
}): Promise<void> {
  await post(`${ROOT}pay-method-add`, account);
}

export async function removePayAccount(userPayMethodId: string): Promise<void> {
  await post(`${ROOT}pay-method-remove`, { userPayMethodId });
}

export type Balance = { readonly availableBalance: string; readonly frozenBalance: string };

/** Returns what the funding account has of a token, and what is in escrow. */
export const loadBalance = (token: string): Promise<Balance> => get(`${ROOT}balance`, { token });
