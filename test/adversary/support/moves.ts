/**
 * What a person does, in requests that any user can send. A move that the exchange refuses is
 * counted and the script goes on: an attacker tries everything.
 */

import { randomUUID } from "node:crypto";
import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import { formatTrimmed } from "../../../src/core/money/decimals.ts";
import type { AdversaryMarket, Answer, Coin } from "./adversary-market.ts";
import type { Product, Side } from "./products.ts";

const COIN_DECIMALS = 8;

export type OrderTerms = {
  readonly side: Side;
  /** Absent for a market order. */
  readonly price?: number;
  /** In Bitcoin. */
  readonly coins: number;
  readonly reduceOnly?: boolean;
  /** Of margin orders: whether what is missing is borrowed. True unless said otherwise. */
  readonly borrows?: boolean;
  readonly force?: "gtc" | "ioc" | "fok" | "post_only";
};

function text(value: number, decimals: number): string {
  return formatTrimmed(BigInt(Math.round(value * 10 ** decimals)), decimals);
}

const WORDS_OF_WALLET: Readonly<Partial<Record<Wallet, string>>> = {
  funding: "p2p",
  unified: "uta",
};

export class Trader {
  readonly name: string;
  readonly #market: AdversaryMarket;
  readonly #settings = new Set<string>();

  constructor(market: AdversaryMarket, name: string) {
    this.#market = market;
    this.name = name;
  }

  get isUnified(): boolean {
    return this.#market.person(this.name).accountKind === "unified";
  }

  /** Places an order in a product; answers its id, or nothing when it was refused. */
  async order(product: Product, terms: OrderTerms): Promise<string | undefined> {
    const { code, data } = await this.tryOrder(product, terms);
    return code === "00000" ? (data as { orderId: string }).orderId : undefined;
  }

  /** As `order`, with the whole answer. */
  async tryOrder(product: Product, terms: OrderTerms): Promise<Answer> {
    if (product.isIsolated && product.kind === "futures") await this.#isolate(product);
    const { coins, price, side } = terms;
    const isByQuote = price === undefined && side === "buy" && product.kind !== "futures";
    const world = price ?? this.#market.worldPrice("BTC");
    const size = text(isByQuote ? coins * world : coins, isByQuote ? 2 : product.sizeDecimals);
    const orderType = price === undefined ? "market" : "limit";
    const limit = price === undefined ? {} : { price: text(price, product.priceDecimals) };
    const order = { symbol: product.symbol, side, orderType, ...limit };
    const force = terms.force ?? "gtc";
    if (this.isUnified) return this.#orderUnified(product, { ...order, qty: size, force }, terms);
    if (product.kind === "spot") {
      return this.#post("/api/v2/spot/trade/place-order", { ...order, size, force });
    }
    if (product.kind === "margin") {
      const loanType = terms.borrows === false ? "normal" : "autoLoan";
      const sized = isByQuote ? { quoteSize: size } : { baseSize: size };
      const path = `/api/v2/margin/${this.#mode(product)}/place-order`;
      return this.#post(path, { ...order, ...sized, loanType, force });
    }
    const reduceOnly = terms.reduceOnly === true ? "YES" : "NO";
    const place = { ...this.#contract(product), marginMode: this.#mode(product) };
    return this.#post("/api/v2/mix/order/place-order", {
      ...place,
      ...{ side, orderType, ...limit, size, force, reduceOnly },
    });
  }

  /** A stop that trades at market once the last price has reached the trigger. */
  async stop(
    product: Product,
    terms: { readonly side: Side; readonly trigger: number; readonly coins: number },
  ): Promise<void> {
    const { coins, side, trigger } = terms;
    const isByQuote = side === "buy";
    const size = text(isByQuote ? coins * trigger : coins, isByQuote ? 2 : product.sizeDecimals);
    const answer = await this.#post("/api/v2/spot/trade/place-plan-order", {
      symbol: product.symbol,
      side,
      triggerPrice: text(trigger, product.priceDecimals),
      orderType: "market",
      planType: isByQuote ? "total" : "amount",
      size,
      triggerType: "fill_price",
    });
    if (answer.code !== "00000") throw new Error(`the stop is placed, got ${answer.msg}`);
  }

  async leverage(product: Product, leverage: number): Promise<Answer> {
    if (this.isUnified) {
      const { category, symbol } = product;
      const place = product.kind === "futures" ? { category, symbol } : { category: "MARGIN" };
      const body = { ...place, coin: product.money, leverage: String(leverage) };
      return this.#post("/api/v3/account/set-leverage", body);
    }
    if (product.isIsolated) await this.#isolate(product);
    const body = { ...this.#contract(product), leverage: String(leverage) };
    return this.#post("/api/v2/mix/account/set-leverage", body);
  }

  /** Moves a coin between two of the person's own wallets. */
  async transfer(
    route: readonly [from: Wallet, to: Wallet],
    coin: Coin,
    amount: number,
    allowBorrow = false,
  ): Promise<Answer> {
    const [from, to] = route;
    const fromType = WORDS_OF_WALLET[from] ?? from;
    const toType = WORDS_OF_WALLET[to] ?? to;
    // Two transfers in one virtual millisecond are meant: they differ by their client id.
    const clientOid = randomUUID();
    const body = { fromType, toType, coin, amount: text(amount, COIN_DECIMALS), clientOid };
    if (this.isUnified) {
      const credit = allowBorrow ? { allowBorrow: "yes" } : {};
      return this.#post("/api/v3/account/transfer", { ...body, ...credit });
    }
    const pair = route.includes("isolated_margin") ? { symbol: "BTCUSDT" } : {};
    return this.#post("/api/v2/spot/wallet/transfer", { ...body, ...pair });
  }

  /** Moves as much as the exchange lets go, by halves of what is asked for. */
  async withdrawMost(
    route: readonly [from: Wallet, to: Wallet],
    coin: Coin,
    most: number,
    allowBorrow = false,
  ): Promise<number> {
    let moved = 0;
    for (let amount = most; amount > most / 4_096; ) {
      const { code } = await this.transfer(route, coin, amount, allowBorrow);
      if (code === "00000") moved += amount;
      else amount = Math.floor((amount / 2) * 1e6) / 1e6;
    }
    return moved;
  }

  async borrow(product: Product, coin: Coin, amount: number): Promise<Answer> {
    const pair = product.isIsolated ? { symbol: product.symbol } : {};
    const path = `/api/v2/margin/${this.#mode(product)}/account/borrow`;
    return this.#post(path, { ...pair, coin, borrowAmount: text(amount, COIN_DECIMALS) });
  }

  /** Repays the debts of a unified account in one coin with another one. */
  async repayWith(debt: Coin, payment: Coin): Promise<Answer> {
    const body = { repayableCoinList: [debt], paymentCoinList: [payment] };
    return this.#post("/api/v3/account/repay", body);
  }

  /** Adds margin to an isolated position, or takes some when the amount is negative. */
  async adjustMargin(product: Product, holdSide: "long" | "short", amount: number) {
    const body = { ...this.#contract(product), holdSide, amount: amount.toFixed(6) };
    return this.#post("/api/v2/mix/account/set-margin", body);
  }

  /** Cancels the person's orders of a product. */
  async cancelAll(product: Product): Promise<void> {
    const { category, kind, symbol } = product;
    if (this.isUnified) {
      await this.#post("/api/v3/trade/cancel-symbol-order", { category, symbol });
    } else if (kind === "spot") {
      await this.#post("/api/v2/spot/trade/cancel-symbol-order", { symbol });
    } else {
      const { productType, marginCoin } = this.#contract(product);
      const scope = { symbol, productType, marginCoin };
      await this.#post("/api/v2/mix/order/batch-cancel-orders", scope);
    }
  }

  #orderUnified(product: Product, order: object, terms: OrderTerms): Promise<Answer> {
    const { force, ...rest } = order as { readonly force: string };
    const reduceOnly = terms.reduceOnly === true ? { reduceOnly: "yes" } : {};
    return this.#post("/api/v3/trade/place-order", {
      category: product.category,
      ...rest,
      timeInForce: force,
      ...reduceOnly,
    });
  }

  #contract({ category, money, symbol }: Product) {
    return { symbol, productType: category, marginCoin: money };
  }

  #mode(product: Product): "crossed" | "isolated" {
    return product.isIsolated ? "isolated" : "crossed";
  }

  /** Isolates a contract, once. */
  async #isolate(product: Product): Promise<void> {
    if (this.#settings.has(product.symbol)) return;
    this.#settings.add(product.symbol);
    const body = { ...this.#contract(product), marginMode: "isolated" };
    const answer = await this.#post("/api/v2/mix/account/set-margin-mode", body);
    if (answer.code !== "00000") throw new Error(`the contract is isolated, got ${answer.msg}`);
  }

  #post(path: string, body: object): Promise<Answer> {
    return this.#market.post(this.name, path, body);
  }
}
