import Big from "big.js";
import { CATEGORIES } from "../../state/instrument.ts";
import { type Instrument, instruments } from "../../state/instruments.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { get, post } from "../../wire/rest.ts";
import { privateSocket } from "../../wire/sockets.ts";
import { WireFailure } from "../../wire/wire-failure.ts";
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
import { billHistory, fillHistory, fundingHistory, orderHistory } from "./unified-pages.ts";
import { amendPlan, cancelPlan, placePlan, setExits } from "./unified-plans.ts";
import { changedExits, placeBody, wireCategory } from "./unified-requests.ts";
import { UnifiedState } from "./unified-state.ts";

/** Orders in one batch. */
const BATCH_MAX = 20;
const SUCCESS = "00000";
/** Code of a cancellation that found no open order. */
const NO_ORDERS = "22001";
/** Leverage of symbols whose leverage was never set. */
const LEVERAGE_DEFAULT = 20;

type Placed = { readonly orderId: string | null };
type Result = { readonly orderId: string | null; readonly code: string; readonly msg: string };
type Settings = {
  readonly holdMode: string;
  readonly symbolConfigList: readonly {
    readonly category: string;
    readonly symbol: string;
    readonly leverage: string;
  }[];
  readonly coinConfigList: readonly { readonly coin: string; readonly leverage: string }[];
};

/** Throws the first refusal of a batch; the other items stand. */
function checkResults(results: readonly Result[]): void {
  const failed = results.find(({ code }) => code !== SUCCESS);
  if (failed !== undefined) throw new WireFailure(failed.code, failed.msg, 200);
}

/** Opens the unified account that is signed in. */
export function openUnifiedAccount(): AccountClient {
  return new UnifiedAccount();
}

/** A unified account, by the endpoints and channels of v3. */
class UnifiedAccount implements AccountClient {
  readonly state = new UnifiedState(privateSocket());

  async place(order: NewOrder): Promise<string> {
    const { orderId } = await post<Placed>("/api/v3/trade/place-order", placeBody(order));
    return orderId ?? "";
  }

  async amend(
    order: Order,
    changed: { readonly price?: string; readonly size?: string } & Partial<ExitPrices>,
  ): Promise<void> {
    const { price, size } = changed;
    const body = { orderId: order.id, price, qty: size, ...changedExits(changed) };
    await post("/api/v3/trade/modify-order", body);
    // Changed exits are not pushed.
    this.state.reconcile();
  }

  async cancel(orders: readonly Order[]): Promise<void> {
    const batches: Order[][] = [];
    for (let from = 0; from < orders.length; from += BATCH_MAX) {
      batches.push(orders.slice(from, from + BATCH_MAX));
    }
    const path = "/api/v3/trade/cancel-batch";
    const answers = await Promise.all(
      batches.map((batch) =>
        post<readonly Result[]>(
          path,
          batch.map(({ id }) => ({ orderId: id })),
        ),
      ),
    );
    checkResults(answers.flat());
  }

  async cancelAll(instrument?: Instrument): Promise<void> {
    const categories = this.#linesToCancel(instrument);
    const path = "/api/v3/trade/cancel-symbol-order";
    const results = await Promise.all(
      categories.map(async (category) => {
        try {
          const body = { category, symbol: instrument?.symbol };
          return (await post<{ list: readonly Result[] }>(path, body)).list;
        } catch (thrown) {
          if (thrown instanceof WireFailure && thrown.code === NO_ORDERS) return [];
          throw thrown;
        }
      }),
    );
    checkResults(results.flat());
  }

  /** Categories with open orders; all of the instrument while the state is not current. */
  #linesToCancel(instrument: Instrument | undefined): readonly string[] {
    const own = instrument === undefined ? CATEGORIES : [instrument.category];
    const lines = own.flatMap((category) => {
      const line = wireCategory(category);
      return category === "spot" ? [line, wireCategory(category, "crossed")] : [line];
    });
    if (!this.state.isCurrent()) return lines;
    const open = new Set(
      this.state.orders().map((order) => wireCategory(order.category, order.marginMode)),
    );
    return lines.filter((line) => open.has(line));
  }

  placePlan(plan: NewPlan): Promise<string> {
    return placePlan(plan);
  }

  async amendPlan(plan: Plan, changed: Parameters<AccountClient["amendPlan"]>[1]): Promise<void> {
    await amendPlan(plan, changed);
    this.state.reconcile();
  }

  async cancelPlans(plans: readonly Plan[]): Promise<void> {
    await Promise.all(plans.map(cancelPlan));
  }

  async closePosition(position: Position, fraction: number): Promise<void> {
    if (fraction >= 1) {
      const answer = await post<{ list: readonly Result[] }>("/api/v3/trade/close-positions", {
        category: wireCategory(position.category),
        symbol: position.symbol,
        posSide: position.isHedge ? position.side : undefined,
      });
      checkResults(answer.list);
      return;
    }
    const instrument = instruments().get(position.instrumentKey) ?? { sizeStep: position.size };
    await this.#trade(position, partOfSize(position.size, fraction, instrument), "close");
  }

  async reversePosition(position: Position): Promise<void> {
    if (!position.isHedge) {
      // One order closes the position and opens the other one.
      await this.#trade(position, Big(position.size).times(2).toFixed(), "beyond");
      return;
    }
    await this.closePosition(position, 1);
    const side = position.side === "long" ? "short" : "long";
    await this.#trade({ ...position, side }, position.size, "open");
  }

  /** Trades at market: closes, closes and opens beyond, or opens in the position that is named. */
  async #trade(
    position: Position,
    size: string,
    effect: "close" | "beyond" | "open",
  ): Promise<void> {
    const isBuy = (position.side === "long") === (effect === "open");
    await this.place({
      category: position.category,
      symbol: position.symbol,
      side: isBuy ? "buy" : "sell",
      type: "market",
      marginMode: "crossed",
      positionSide: position.isHedge ? position.side : undefined,
      size,
      reduceOnly: effect === "close",
      clientId: newClientId(),
    });
  }

  async setExits(position: Position, exits: ExitPrices): Promise<void> {
    await setExits(position, exits, this.state.plans());
    this.state.reconcile();
  }

  async settings(instrument: Instrument): Promise<TradeSettings> {
    const settings = await get<Settings>("/api/v3/account/settings");
    const isHedge = settings.holdMode === "hedge_mode";
    const leverage = instrument.isFutures
      ? settings.symbolConfigList.find(
          ({ category, symbol }) =>
            category === wireCategory(instrument.category) && symbol === instrument.symbol,
        )?.leverage
      : settings.coinConfigList.find(({ coin }) => coin === instrument.quote)?.leverage;
    const known = leverage ?? String(Math.min(LEVERAGE_DEFAULT, instrument.leverageMax));
    return {
      marginMode: "crossed",
      isHedge: instrument.isFutures && isHedge,
      leverage: known,
      longLeverage: known,
      shortLeverage: known,
    };
  }

  /** On spot the leverage of borrowing, of both coins of the pair. */
  async setLeverage(instrument: Instrument, leverage: string): Promise<void> {
    const path = "/api/v3/account/set-leverage";
    if (instrument.isFutures) {
      const category = wireCategory(instrument.category);
      await post(path, { category, symbol: instrument.symbol, leverage });
      return;
    }
    const coins = [instrument.base, instrument.quote];
    await Promise.all(coins.map((coin) => post(path, { category: "MARGIN", coin, leverage })));
  }

  async setMarginMode(_instrument: Instrument, mode: "isolated" | "crossed"): Promise<void> {
    if (mode === "crossed") return;
    throw new WireFailure("unsupported", "Unified accounts hold positions in crossed margin", 0);
  }

  async setHedge(_instrument: Instrument, isHedge: boolean): Promise<void> {
    const holdMode = isHedge ? "hedge_mode" : "one_way_mode";
    await post("/api/v3/account/set-hold-mode", { holdMode });
  }

  async largestSize(
    order: Pick<NewOrder, "side" | "price" | "marginMode">,
    instrument: Instrument,
  ): Promise<string> {
    const { side } = order;
    const category = wireCategory(instrument.category, order.marginMode);
    const limit = order.price === "" ? undefined : order.price;
    const answer = await post<{ readonly available: string; readonly maxOpen: string }>(
      "/api/v3/account/max-open-available",
      {
        category,
        symbol: instrument.symbol,
        orderType: limit === undefined ? "market" : "limit",
        side,
        price: limit,
      },
    );
    if (instrument.isFutures) return answer.maxOpen;
    const spendable = category === "MARGIN" ? answer.maxOpen : answer.available;
    if (side === "sell") return inSteps(Big(spendable), instrument);
    const price = limit ?? tickerOf(instrument.key)?.ask1Price ?? "";
    if (price === "" || Number(price) === 0) return "";
    return inSteps(Big(spendable).div(price), instrument);
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
