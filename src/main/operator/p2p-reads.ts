/** Peer-to-peer trading as the operator reads it: terms, merchants, ads, orders and the escrow. */
import { P2P_LEVELS, type P2pAdStatus, type P2pOrderStatus } from "../../core/base/vocabulary.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { P2pAdRead, P2pOrderRead } from "../../core/reads/p2p-reads.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import { RATIO_DECIMALS } from "../../gateway/p2p/p2p-request.ts";
import { methodName, pairTexts } from "../../gateway/p2p/p2p-rows.ts";
import { p2pStatisticsOf } from "../../gateway/p2p/p2p-statistics.ts";
import type {
  OpenP2pOrder,
  P2pAdState,
  P2pOrderState,
  P2pReads,
  P2pSummary,
  P2pTermsState,
  UserP2pOrder,
} from "../../ops/p2p-read-port.ts";
import type { P2pOrderRow } from "../../projections/history/p2p-tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import type { Engine } from "../engine.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { timeTextOrNone } from "./times.ts";

const USD_RATE_DECIMALS = 8;

function ratio(millionths: number | bigint): string {
  return formatTrimmed(BigInt(millionths), RATIO_DECIMALS);
}

/** Returns a page of rows in order; its cursor is empty when no rows follow. */
function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): { readonly page: readonly Row[]; readonly cursor: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, cursor: last === undefined || rows.length <= limit ? "" : idOf(last) };
}

/** Returns the id before which a page ends; `undefined` for the first page. */
function idBefore(cursor: string): number | undefined {
  return cursor === "" ? undefined : (idOfWire(cursor) ?? 0);
}

function termsOf(accounts: LiveAccounts): P2pTermsState {
  const { p2p } = accounts;
  return {
    fiats: p2p.listedFiats.map((fiat) => ({
      ...{ code: fiat.code, decimals: fiat.decimals },
      usdRate: formatTrimmed(fiat.usdRateE8, USD_RATE_DECIMALS),
      amountMin: formatTrimmed(fiat.amountMin, fiat.decimals),
      amountMax: formatTrimmed(fiat.amountMax, fiat.decimals),
      ...{ floatMin: ratio(fiat.floatMinE6), floatMax: ratio(fiat.floatMaxE6) },
      ...{ fixedMin: ratio(fiat.fixedMinE6), fixedMax: ratio(fiat.fixedMaxE6) },
      payMinutes: [...fiat.payMinutes],
      methods: fiat.methods.map((method) => methodName(accounts, method)),
    })),
    tokens: p2p.tokens.map(({ currency, fee, quantityMax, quantityMin }) => {
      const { code = "", decimals = 0 } = accounts.currencyAt(currency) ?? {};
      return {
        coin: code,
        quantityMin: formatTrimmed(quantityMin, decimals),
        quantityMax: formatTrimmed(quantityMax, decimals),
        fee: ratio(fee),
      };
    }),
    levels: P2P_LEVELS.map((level) => ({ level, ...p2p.levels[level] })),
    methods: [...p2p.methods],
  };
}

function adState(accounts: LiveAccounts, ad: P2pAdRead): P2pAdState {
  const { coins, fiat, money, token } = pairTexts(accounts, ad);
  const { terms } = ad;
  const price = accounts.p2p.priceOf(ad);
  const open = accounts.p2p.ordersOf(ad.user).filter((order) => order.ad === ad.id);
  return {
    ...{ id: wireId(ad.id), merchant: uidOf(ad.user), side: ad.side, coin: token, fiat },
    priceType: terms.priceType,
    price: price === undefined ? "" : money(price),
    premium: terms.priceType === "floating" ? ratio(terms.premiumE6) : "",
    ...{ amountMin: money(terms.amountMin), amountMax: money(terms.amountMax) },
    payMinutes: terms.payMinutes,
    methods: accounts.p2p.methodsOf(ad).map((method) => methodName(accounts, method)),
    free: coins(ad.free),
    ordered: coins(open.reduce((sum, { quantity }) => sum + quantity, 0n)),
    sold: coins(ad.sold),
    ...{ status: ad.status, isOpen: accounts.p2p.isOpen(ad) },
    ...{ remark: terms.remark, tradeTerms: terms.tradeTerms },
    ...{ createdAt: timeTextOrNone(ad.createdAtMs), updatedAt: timeTextOrNone(ad.updatedAtMs) },
  };
}

type OrderFields = Omit<P2pOrderRow, "user" | "isBuyer" | "counterparty" | "updatedAtMs"> & {
  readonly buyer: number;
  readonly seller: number;
};

function orderState(accounts: LiveAccounts, order: OrderFields): P2pOrderState {
  const { coins, fiat, money, token } = pairTexts(accounts, order);
  const isUnpaid = order.status === "pending_payment";
  return {
    ...{ id: wireId(order.id), ad: wireId(order.ad), merchant: uidOf(order.maker) },
    ...{ buyer: uidOf(order.buyer), seller: uidOf(order.seller), coin: token, fiat },
    ...{ price: money(order.price), amount: money(order.amount) },
    ...{ quantity: coins(order.quantity), fee: coins(order.fee), status: order.status },
    ...{ method: methodName(accounts, order.method), remark: order.remark },
    createdAt: timeTextOrNone(order.createdAtMs),
    payBy: isUnpaid ? timeTextOrNone(order.payByMs) : "",
    ...{ paidAt: timeTextOrNone(order.paidAtMs), appealedAt: timeTextOrNone(order.appealedAtMs) },
  };
}

function openOrder(accounts: LiveAccounts, order: P2pOrderRead): OpenP2pOrder {
  const { details, holder, method } = order.account;
  return { ...orderState(accounts, { ...order, method }), account: { holder, details } };
}

function userOrder(accounts: LiveAccounts, row: P2pOrderRow): UserP2pOrder {
  const { counterparty, isBuyer, user } = row;
  const [buyer, seller] = isBuyer ? [user, counterparty] : [counterparty, user];
  const order = orderState(accounts, { ...row, buyer, seller });
  return { ...order, updatedAt: timeTextOrNone(row.updatedAtMs) };
}

function summaryOf({ accounts, state }: Engine): P2pSummary {
  const { ads, merchants, orders } = accounts.p2p;
  const adsIn = (status: P2pAdStatus) => ads.filter((ad) => ad.status === status).length;
  const ordersIn = (status: P2pOrderStatus) => orders.filter((order) => order.status === status);
  const appeals = ordersIn("in_appeal").map(({ appealedAtMs }) => appealedAtMs);
  return {
    merchants: merchants.length,
    ads: { published: adsIn("published"), delisted: adsIn("delisted") },
    orders: {
      pending_payment: ordersIn("pending_payment").length,
      pending_release: ordersIn("pending_release").length,
      in_appeal: appeals.length,
    },
    oldestAppealAt: appeals.length === 0 ? "" : timeTextOrNone(Math.min(...appeals)),
    escrow: state.currencies.flatMap(({ code, decimals, index }) => {
      const { balance, ofAds, ofOrders } = accounts.p2p.escrow(index);
      if (balance === 0n && ofAds === 0n && ofOrders === 0n) return [];
      const coins = (amount: bigint) => formatTrimmed(amount, decimals);
      return [
        { coin: code, balance: coins(balance), ofAds: coins(ofAds), ofOrders: coins(ofOrders) },
      ];
    }),
  };
}

function merchantList({ accounts, history, sequencer }: Engine): P2pReads["listP2pMerchants"] {
  return async ({ cursor, limit }) => {
    const before = cursor === "" ? Number.POSITIVE_INFINITY : (userOfUid(cursor) ?? 0);
    const older = accounts.p2p.merchants.toReversed().filter(([user]) => user < before);
    const { page, cursor: next } = pageOf(older, limit, ([user]) => uidOf(user));
    const users = page.map(([user]) => user);
    const statistics = await p2pStatisticsOf({ commands: sequencer, history }, users);
    const { ads } = accounts.p2p;
    const merchants = page.map(([user, { level, nickName }]) => {
      const figures = statistics(user);
      const published = ads.filter((ad) => ad.user === user && ad.status === "published");
      return {
        ...{ uid: uidOf(user), nickName, level, publishedAds: published.length },
        openOrders: accounts.p2p.ordersOf(user).filter(({ maker }) => maker === user).length,
        completedOrders: figures.completed,
        completedRate: figures.completedRate,
        undisputedRate: figures.positiveRate,
        recentCompletedOrders: figures.recentCompleted,
        recentCompletedRate: figures.recentCompletedRate,
        recentPayMinutes: figures.recentPayMinutes,
        recentReleaseMinutes: figures.recentReleaseMinutes,
      };
    });
    return { done: { merchants, cursor: next } };
  };
}

function userOrderList(engine: Engine): P2pReads["listUserP2pOrders"] {
  const { accounts, history } = engine;
  return async ({ cursor, limit, status, uid }) => {
    const user = ordinaryUserOf({ engine }, uid);
    if ("refused" in user) return user;
    const { hasMore, rows } = await history.p2pOrders({
      ...{ user: user.index, limit, idLessThan: idBefore(cursor) },
      statuses: status === undefined ? undefined : [status],
    });
    const orders = rows.map((row) => userOrder(accounts, row));
    return { done: { orders, cursor: hasMore ? (orders.at(-1)?.id ?? "") : "" } };
  };
}

/** Returns all administrative reads of peer-to-peer trading. */
export function p2pReads({ engine }: { readonly engine: Engine }): P2pReads {
  const { accounts } = engine;
  return {
    p2pTerms: () => termsOf(accounts),
    p2pSummary: () => summaryOf(engine),
    listP2pMerchants: merchantList(engine),
    listP2pAds({ cursor, limit, status, uid }) {
      const before = idBefore(cursor) ?? Number.POSITIVE_INFINITY;
      const found = accounts.p2p.ads.filter((ad) => {
        const isAsked = status === undefined || ad.status === status;
        return isAsked && ad.id < before && (uid === undefined || uidOf(ad.user) === uid);
      });
      const { page, cursor: next } = pageOf(found, limit, ({ id }) => wireId(id));
      return { done: { ads: page.map((ad) => adState(accounts, ad)), cursor: next } };
    },
    listP2pOrders({ cursor, limit, status, uid }) {
      const before = idBefore(cursor) ?? Number.POSITIVE_INFINITY;
      const found = accounts.p2p.orders.filter(({ buyer, id, seller, status: present }) => {
        const isAsked = status === undefined || present === status;
        const isParty = uid === undefined || uidOf(buyer) === uid || uidOf(seller) === uid;
        return isAsked && isParty && id < before;
      });
      const { page, cursor: next } = pageOf(found, limit, ({ id }) => wireId(id));
      return { done: { orders: page.map((order) => openOrder(accounts, order)), cursor: next } };
    },
    listUserP2pOrders: userOrderList(engine),
  };
}
