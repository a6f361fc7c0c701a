/** Reads of the history of one user, and of one order by its id. */
import { seqOfId } from "../../core/base/seq-of-id.ts";
import type { Category, Realm } from "../../core/base/vocabulary.ts";
import type { UserRead } from "../../core/reads/account-reads.ts";
import { realmOfExchange } from "../../core/reads/liquidation-reads.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { ActReads } from "../../ops/act-port.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { UserHistoryReads, UserHistorySearch } from "../../ops/user-history-port.ts";
import type { BillPage, FillState, RecordedOrder } from "../../ops/user-history-rows.ts";
import type { CounterAccount } from "../../projections/history/counter-account-table.ts";
import { counterAccountsOf } from "../../projections/history/counter-accounts.ts";
import {
  closedOrder,
  liquidationsBehind,
  NO_LIQUIDATIONS,
} from "../../projections/history/liquidations-behind.ts";
import type { Paging } from "../../projections/history/queries.ts";
import type { BillRow, FillRow, OrderRow } from "../../projections/history/tables.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import { currencyCode } from "../../wire/listings.ts";
import { orderViewOfRow } from "../../wire/order-view.ts";
import { fillText } from "../../wire/sizes.ts";
import { amountText, priceText, valueText } from "../../wire/texts.ts";
import type { Engine } from "../engine.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { refuse } from "./admin-command.ts";
import { closeOf } from "./close-causes.ts";
import { commandSource } from "./command-sources.ts";
import { liquidationPage } from "./liquidation-states.ts";
import { instrumentName, orderState } from "./order-states.ts";
import { readPaging, timeText } from "./times.ts";

type ReadEngine = Pick<Engine, "accounts" | "history" | "live" | "commandAt" | "state">;

/** A search of acts that nothing narrows. */
const EVERY_ACT = {
  ...{ actor: undefined, command: undefined, symbol: undefined, category: undefined },
  ...{ realm: undefined, requestId: undefined },
} as const;

/** Fills that the read of one order shows. */
const FILLS_OF_ORDER = 100;

/** Returns the user of a search and its page, or what is wrong with the search. */
function pagingOf(
  engine: ReadEngine,
  search: UserHistorySearch,
): { readonly user: UserRead; readonly paging: Paging } | AdminRefusal {
  const user = ordinaryUserOf({ engine }, search.uid);
  if ("refused" in user) return user;
  const paging = readPaging(search);
  return "refused" in paging ? paging : { user, paging };
}

/** Returns the instruments of a search by number; undefined members do not narrow them. */
function instrumentsOf(
  { accounts }: ReadEngine,
  { realm }: UserRead,
  search: { readonly symbol: string | undefined; readonly category: Category | undefined },
): readonly number[] | undefined | AdminRefusal {
  const { category, symbol } = search;
  if (symbol === undefined && category === undefined) return undefined;
  const found = accounts
    .instruments()
    .filter((one) => one.realm === realm && (category ?? one.category) === one.category)
    .filter((one) => (symbol ?? one.symbol) === one.symbol);
  return found.length === 0 && symbol !== undefined
    ? refuse("not_found", `${symbol} is not listed`)
    : found.map(({ index }) => index);
}

function isRefusal(value: unknown): value is AdminRefusal {
  return typeof value === "object" && value !== null && "refused" in value;
}

/** Returns the cursor of the next page: the id of its last row if there are more. */
function cursorOf({ hasMore, rows }: { hasMore: boolean; rows: readonly { id: number }[] }) {
  const last = rows.at(-1);
  return hasMore && last !== undefined ? wireId(last.id) : "";
}

/** Returns orders of one user with why they were closed. */
async function recordedOrders(
  { accounts, history }: ReadEngine,
  user: number,
  rows: readonly OrderRow[],
): Promise<RecordedOrder[]> {
  const closed = rows.flatMap((row) => closedOrder(row) ?? []);
  const liquidations = await liquidationsBehind(history, user, closed);
  return rows.flatMap((row) => {
    const instrument = accounts.instrumentAt(row.instrument);
    if (instrument === undefined) return [];
    const order = closedOrder(row);
    const close = order && closeOf(order, instrument, liquidations);
    const state = orderState(accounts, instrument, orderViewOfRow(row));
    return [close === undefined ? state : { ...state, close }];
  });
}

function fillStates({ accounts }: ReadEngine, rows: readonly FillRow[]): FillState[] {
  return rows.flatMap((fill) => {
    const instrument = accounts.instrumentAt(fill.instrument);
    if (instrument === undefined) return [];
    const { backing, clientOrderId, closesPosition, orderType, positionSide, role, side } = fill;
    return [
      {
        ...{ fillId: wireId(fill.id), tradeId: wireId(fill.tradeId) },
        ...{ orderId: wireId(fill.orderId), clientOrderId, ...instrumentName(instrument) },
        ...{ side, positionSide, orderType, source: fill.source, backing, role, closesPosition },
        price: priceText(instrument, fill.price),
        size: fillText(instrument, fill),
        value: valueText(accounts, instrument, fill.value),
        fee: amountText(accounts, fill.feeCurrency, fill.fee),
        feeCoin: currencyCode(accounts, fill.feeCurrency),
        realisedPnl: amountText(accounts, instrument.settle, fill.realisedPnl),
        time: timeText(fill.createdAtMs),
      },
    ];
  });
}

type BillState = BillPage["bills"][number];

/** Returns the other sides of a bill of a user of a realm. */
function counterStates(
  { accounts }: ReadEngine,
  { currency, realm }: { readonly currency: number; readonly realm: Realm },
  others: readonly CounterAccount[],
): BillState["counterAccounts"] {
  return others.map(({ amount, counterUser, place, wallet }) => {
    const instrument = place === 0 ? undefined : accounts.instrumentAt(place - 1);
    return {
      uid: realmOfExchange(counterUser) === undefined ? uidOf(counterUser) : "",
      ...{ realm, wallet, symbol: instrument?.symbol ?? "", category: instrument?.category ?? "" },
      amount: amountText(accounts, currency, amount),
    };
  });
}

function billState({ accounts }: ReadEngine, bill: BillRow): Omit<BillState, "counterAccounts"> {
  const instrument = bill.hasInstrument ? accounts.instrumentAt(bill.instrument) : undefined;
  const money = (amount: bigint): string => amountText(accounts, bill.currency, amount);
  return {
    ...{ billId: wireId(bill.id), wallet: bill.wallet, kind: bill.kind },
    coin: currencyCode(accounts, bill.currency),
    ...{ amount: money(bill.amount), fee: money(bill.fee), balance: money(bill.balance) },
    ...{ symbol: instrument?.symbol ?? "", category: instrument?.category ?? "" },
    relatedId: bill.relatedId === 0 ? "" : wireId(bill.relatedId),
    orderId: bill.orderId === 0 ? "" : wireId(bill.orderId),
    time: timeText(bill.createdAtMs),
  };
}

function tradingReads(
  engine: ReadEngine,
): Pick<UserHistoryReads, "orderHistoryOf" | "fillsOf" | "billsOf"> {
  const { accounts, history } = engine;
  return {
    async orderHistoryOf(search) {
      const found = pagingOf(engine, search);
      if ("refused" in found) return found;
      const { paging, user } = found;
      const instruments = instrumentsOf(engine, user, search);
      if (isRefusal(instruments)) return instruments;
      const { clientOrderId, orderId, state } = search;
      const query = { ...paging, user: user.index, instruments, clientOrderId };
      const page = await history.orders({
        ...query,
        orderId: orderId === undefined ? undefined : (idOfWire(orderId) ?? 0),
        statuses: state === undefined ? undefined : [state === "new" ? "live" : state],
      });
      const orders = await recordedOrders(engine, user.index, page.rows);
      return { done: { orders, cursor: cursorOf(page) } };
    },
    async fillsOf(search) {
      const found = pagingOf(engine, search);
      if ("refused" in found) return found;
      const { paging, user } = found;
      const instruments = instrumentsOf(engine, user, search);
      if (isRefusal(instruments)) return instruments;
      const { orderId } = search;
      const page = await history.fills({
        ...{ ...paging, user: user.index, instruments },
        orderId: orderId === undefined ? undefined : (idOfWire(orderId) ?? 0),
      });
      return { done: { fills: fillStates(engine, page.rows), cursor: cursorOf(page) } };
    },
    async billsOf(search) {
      const found = pagingOf(engine, search);
      if ("refused" in found) return found;
      const { paging, user } = found;
      const instruments = instrumentsOf(engine, user, search);
      if (isRefusal(instruments)) return instruments;
      const { coin, kind, wallet } = search;
      const currency = coin === undefined ? undefined : accounts.currency(coin);
      if (coin !== undefined && currency === undefined) {
        return refuse("not_found", `no coin is called ${coin}`);
      }
      const page = await history.bills({
        ...{ ...paging, user: user.index, instruments, currency: currency?.index },
        wallets: wallet === undefined ? undefined : [wallet],
        kinds: kind === undefined ? undefined : [kind],
      });
      const { index, realm } = user;
      const others = await counterAccountsOf(history, { user: index, realm }, page.rows);
      const bills = page.rows.map((bill) => {
        const { currency, id } = bill;
        const sides = counterStates(engine, { currency, realm }, others.get(id) ?? []);
        return { ...billState(engine, bill), counterAccounts: sides };
      });
      return { done: { bills, cursor: cursorOf(page) } };
    },
  };
}

/** Finds an order of any user, also one whose rows the history does not keep. */
function orderRead(engine: ReadEngine): UserHistoryReads["order"] {
  const { accounts, history, live } = engine;
  return async (orderId) => {
    const id = idOfWire(orderId);
    const unknown = refuse("not_found", `no order has the id ${orderId}`);
    if (id === undefined) return unknown;
    const [row] = (await history.orderById({ id })).rows;
    const order = row === undefined ? live.orders.byId(id) : orderViewOfRow(row);
    const instrument = order && accounts.instrumentAt(order.instrument);
    if (order === undefined || instrument === undefined) return unknown;
    const { user } = order;
    const placedBy = commandSource(engine, seqOfId(id));
    if (row === undefined) {
      const { closeReason } = order;
      const state = orderState(accounts, instrument, order);
      const known = { ...order, closedBy: "none", closedSeq: 0 } as const;
      const close = closeReason && closeOf({ ...known, closeReason }, instrument, NO_LIQUIDATIONS);
      const shown = close === undefined ? state : { ...state, close };
      const rest = { placedBy: await placedBy, fills: [], hasMoreFills: false };
      return { done: { uid: uidOf(user), ...shown, ...rest } };
    }
    const { closedSeq } = row;
    const [[shown], fills, acts, closedBy] = await Promise.all([
      recordedOrders(engine, user, [row]),
      history.fills({ user, orderId: id, limit: FILLS_OF_ORDER }),
      closedSeq === 0 ? undefined : history.acts({ id: closedSeq, limit: 1 }),
      closedSeq === 0 ? undefined : commandSource(engine, closedSeq),
    ]);
    if (shown === undefined) return unknown;
    const { hasMore: hasMoreFills, rows } = fills;
    const sources = { placedBy: await placedBy, ...(closedBy === undefined ? {} : { closedBy }) };
    const fillRows = fillStates(engine, rows);
    const found = { uid: uidOf(user), ...shown, ...sources, fills: fillRows, hasMoreFills };
    const act = acts?.rows[0];
    if (act === undefined) return { done: found };
    const { actor, command, id: seq, reason, requestId } = act;
    return { done: { ...found, act: { seq, actor, reason, requestId, command } } };
  };
}

/** Returns the reads of the history of users. */
export function userHistoryReads({
  engine,
  listActs,
}: {
  readonly engine: ReadEngine;
  readonly listActs: ActReads["listActs"];
}): UserHistoryReads {
  return {
    ...tradingReads(engine),
    async liquidationsOf(search) {
      const found = pagingOf(engine, search);
      if ("refused" in found) return found;
      return { done: await liquidationPage(engine, found.user.index, found.paging) };
    },
    async actsOf({ cursor, limit, since, uid, until }) {
      const user = ordinaryUserOf({ engine }, uid);
      if ("refused" in user) return user;
      return listActs({ ...EVERY_ACT, uid, since, until, cursor, limit });
    },
    order: orderRead(engine),
  };
}
