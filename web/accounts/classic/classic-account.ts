import Big from "big.js";
import { type Instrument, instruments } from "../../state/instruments.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { patiently } from "../../wire/patiently.ts";
import { get, post } from "../../wire/rest.ts";
import { classicSocket } from "../../wire/sockets.ts";
import type { AccountClient, PageRequest } from "../account-client.ts";
import { newClientId } from "../client-id.ts";
import type {
  ExitPrices,
  NewOrder,
  NewPlan,
  Order,
  Plan,
  Position,
  TradeSettings,
} from "../model.ts";
import { inSteps, partOfSize } from "../position-sizes.ts";
import {
  amendOrder,
  cancelOrders,
  checkBatch,
  contract,
  contractOf,
  placeOrder,
} from "./classic-orders.ts";
import { billHistory, fillHistory, fundingHistory, orderHistory } from "./classic-pages.ts";
import { amendPlan, cancelPlan, placePlan, setExits } from "./classic-plans.ts";
import { sides } from "./classic-requests.ts";
import { ClassicState } from "./classic-state.ts";

type AccountOfContract = {
  readonly marginMode: "crossed" | "isolated";
  readonly posMode: string;
  readonly crossedMarginLeverage: number;
  readonly isolatedLongLever: number;
  readonly isolatedShortLever: number;
};

/** Opens the classic account that is signed in. */
export function openClassicAccount(): AccountClient {
  return new ClassicAccount();
}

/** A classic account, by the endpoints and channels of v2. */
class ClassicAccount implements AccountClient {
  readonly state = new ClassicState(classicSocket());
  /** Settles when the latest closing of a whole position was answered. */
  #closing: Promise<void> = Promise.resolve();

  async place(order: NewOrder): Promise<string> {
    return await placeOrder(order);
  }

  async amend(
    order: Order,
    changed: { readonly price?: string; readonly size?: string } & Partial<ExitPrices>,
  ): Promise<void> {
    await amendOrder(order, changed);
    this.state.reconcile(order.category);
  }

  cancel(orders: readonly Order[]): Promise<void> {
    return cancelOrders(orders);
  }

  async cancelAll(instrument?: Instrument): Promise<void> {
    const open = this.state.orders();
    await cancelOrders(
      instrument === undefined
        ? open
        : open.filter(({ instrumentKey }) => instrumentKey === instrument.key),
    );
  }

  async placePlan(plan: NewPlan): Promise<string> {
    return await placePlan(plan);
  }

  async amendPlan(plan: Plan, changed: Parameters<AccountClient["amendPlan"]>[1]): Promise<void> {
    await amendPlan(plan, changed);
    this.state.reconcile(plan.category);
  }

  async cancelPlans(plans: readonly Plan[]): Promise<void> {
    await Promise.all(plans.map(cancelPlan));
  }

  async closePosition(position: Position, fraction: number): Promise<void> {
    const { category, isHedge, side, symbol } = position;
    if (fraction >= 1) {
      const holdSide = isHedge ? { holdSide: side } : {};
      await this.#closeWhole({ productType: category.toUpperCase(), symbol, ...holdSide });
      return;
    }
    const instrument = instruments().get(position.instrumentKey) ?? { sizeStep: position.size };
    await placeOrder({
      category,
      symbol,
      side: side === "long" ? "sell" : "buy",
      type: "market",
      marginMode: position.marginMode,
      positionSide: isHedge ? side : undefined,
      size: partOfSize(position.size, fraction, instrument),
      reduceOnly: true,
    });
  }

  /** Closes one after the other: the endpoint takes one request a second. */
  async #closeWhole(body: Readonly<Record<string, string>>): Promise<void> {
    const close = async (): Promise<void> => {
      const path = "/api/v2/mix/order/close-positions";
      checkBatch(await patiently(() => post(path, body)));
    };
    const closed = this.#closing.then(close);
    this.#closing = closed.catch(() => undefined);
    await closed;
  }

  async reversePosition(position: Position): Promise<void> {
    const side = position.side === "long" ? "sell" : "buy";
    await post("/api/v2/mix/order/click-backhand", {
      ...contract(position),
      ...sides(side, position.isHedge ? position.side : undefined),
      clientOid: newClientId(),
    });
  }

  async setExits(position: Position, exits: ExitPrices): Promise<void> {
    await setExits(position, exits, this.state.plans());
    this.state.reconcile(position.category);
  }

  /** Spot has no settings: the order says what it borrows. */
  async settings(instrument: Instrument): Promise<TradeSettings> {
    if (!instrument.isFutures) {
      const none = { leverage: "", longLeverage: "", shortLeverage: "" };
      return { marginMode: "spot", isHedge: false, ...none };
    }
    const account = await get<AccountOfContract>(
      "/api/v2/mix/account/account",
      contractOf(instrument),
    );
    const longLeverage = String(account.isolatedLongLever);
    const isCrossed = account.marginMode === "crossed";
    return {
      marginMode: account.marginMode,
      isHedge: account.posMode === "hedge_mode",
      leverage: isCrossed ? String(account.crossedMarginLeverage) : longLeverage,
      longLeverage,
      shortLeverage: String(account.isolatedShortLever),
    };
  }

  /** Sets both sides where isolated margin in hedge mode has two. */
  async setLeverage(instrument: Instrument, leverage: string): Promise<void> {
    const { isHedge, marginMode } = await this.settings(instrument);
    const isPerSide = isHedge && marginMode === "isolated";
    const set = isPerSide ? { longLeverage: leverage, shortLeverage: leverage } : { leverage };
    await post("/api/v2/mix/account/set-leverage", { ...contractOf(instrument), ...set });
    this.state.reconcile(instrument.category);
  }

  async setMarginMode(instrument: Instrument, mode: "isolated" | "crossed"): Promise<void> {
    const body = { ...contractOf(instrument), marginMode: mode };
    await post("/api/v2/mix/account/set-margin-mode", body);
  }

  async setHedge(instrument: Instrument, isHedge: boolean): Promise<void> {
    const posMode = isHedge ? "hedge_mode" : "one_way_mode";
    const productType = instrument.category.toUpperCase();
    await post("/api/v2/mix/account/set-position-mode", { productType, posMode });
  }

  async largestSize(
    order: Pick<NewOrder, "side" | "price" | "marginMode">,
    instrument: Instrument,
  ): Promise<string> {
    const { side } = order;
    const limit = order.price === "" ? undefined : order.price;
    if (instrument.isFutures) {
      const query = {
        ...contractOf(instrument),
        posSide: side === "buy" ? "long" : "short",
        orderType: limit === undefined ? "market" : "limit",
        openPrice: limit,
      };
      return (await get<{ maxOpen: string }>("/api/v2/mix/account/max-open", query)).maxOpen;
    }
    const wallet = order.marginMode === "spot" ? "spot" : `${order.marginMode}_margin`;
    const coin = side === "sell" ? instrument.base : instrument.quote;
    const balance = this.state.balances().find((one) => {
      const isOwn = one.symbol === "" || one.symbol === instrument.symbol;
      return one.wallet === wallet && one.coin === coin && isOwn;
    });
    const available = Big(balance?.available ?? 0);
    if (side === "sell") return inSteps(available, instrument);
    const price = limit ?? tickerOf(instrument.key)?.ask1Price ?? "";
    return Number(price) === 0 ? "" : inSteps(available.div(price), instrument);
  }

  orderHistory(request: PageRequest) {
    return orderHistory(request);
  }

  fills(request: PageRequest) {
    return fillHistory(request);
  }

  bills(request: PageRequest) {
    return billHistory(request);
  }

  fundingPayments(request: PageRequest) {
    return fundingHistory(request);
  }
}
