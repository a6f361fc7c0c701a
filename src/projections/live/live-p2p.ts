/** Peer-to-peer trading, read from the core's own state. */
import type { P2pLevel } from "../../core/base/vocabulary.ts";
import type { Atoms } from "../../core/money/units.ts";
import {
  type P2pAccountRead,
  type P2pAdRead,
  type P2pFiatRead,
  type P2pLevelRead,
  type P2pMerchantRead,
  type P2pOrderRead,
  type P2pTokenRead,
  readP2pAdOpen,
  readP2pBalance,
  readP2pEscrow,
  readP2pEscrowed,
  readP2pMethods,
  readP2pOffers,
  readP2pPrice,
  readP2pQuantityMax,
  readP2pRate,
} from "../../core/reads/p2p-reads.ts";
import type { State } from "../../core/state.ts";

/** A fiat currency with its index. */
export type ListedFiat = P2pFiatRead & { readonly index: number };

export class LiveP2p {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** Fiat currencies that are offered, in the order of their listing. */
  get fiats(): readonly ListedFiat[] {
    const listed = this.#state.p2p.fiats.map((fiat, index) => ({ ...fiat, index }));
    return listed.filter(({ usdRateE8 }) => usdRateE8 > 0n);
  }

  fiat(code: string): ListedFiat | undefined {
    return this.fiats.find((fiat) => fiat.code === code);
  }

  /** A fiat currency that was listed, also one that is withdrawn. */
  fiatAt(index: number): P2pFiatRead | undefined {
    return this.#state.p2p.fiats[index];
  }

  /** Terms of the coins that are offered. */
  get tokens(): readonly P2pTokenRead[] {
    return [...this.#state.p2p.tokens.values()];
  }

  token(currency: number): P2pTokenRead | undefined {
    return this.#state.p2p.tokens.get(currency);
  }

  /** Names of methods of payment, by index. */
  get methods(): readonly string[] {
    return this.#state.p2p.methods;
  }

  merchant(user: number): P2pMerchantRead | undefined {
    return this.#state.p2p.merchants.get(user);
  }

  /** Merchants by user, in the order of their users. */
  get merchants(): readonly (readonly [user: number, merchant: P2pMerchantRead])[] {
    return [...this.#state.p2p.merchants].sort(([one], [other]) => one - other);
  }

  limitsOf({ level }: P2pMerchantRead): P2pLevelRead {
    return this.#state.p2p.levels[level];
  }

  /** Payment accounts of a user, oldest first. */
  accountsOf(user: number): readonly P2pAccountRead[] {
    return [...this.#state.p2p.accounts.values()].filter((account) => account.user === user);
  }

  /** Ads that are not removed, newest first; for the operator. */
  get ads(): readonly P2pAdRead[] {
    return [...this.#state.p2p.ads.values()].reverse();
  }

  /** Whether an ad takes orders now and has a price. */
  isOpen(ad: P2pAdRead): boolean {
    return readP2pAdOpen(this.#state, ad) && this.priceOf(ad) !== undefined;
  }

  /** Whether an ad has the quantity that an amount buys at a price. */
  offers(ad: P2pAdRead, terms: { readonly amount: Atoms; readonly price: Atoms }): boolean {
    return readP2pOffers(this.#state, ad, terms);
  }

  /** Ads that take orders now and have a price, with it. */
  openAds(): readonly { readonly ad: P2pAdRead; readonly price: Atoms }[] {
    const found: { ad: P2pAdRead; price: Atoms }[] = [];
    for (const ad of this.#state.p2p.ads.values()) {
      const price = readP2pAdOpen(this.#state, ad) ? this.priceOf(ad) : undefined;
      if (price !== undefined) found.push({ ad, price });
    }
    return found;
  }

  /** The ad of a user that is not removed; `undefined` for that of another. */
  ad(user: number, id: number): P2pAdRead | undefined {
    const found = this.#state.p2p.ads.get(id);
    return found?.user === user ? found : undefined;
  }

  /** Present price of an ad; `undefined` for a floating one without a fresh index price. */
  priceOf(ad: P2pAdRead): Atoms | undefined {
    return readP2pPrice(this.#state, ad);
  }

  /** Methods of payment of an ad, by index. */
  methodsOf(ad: P2pAdRead): readonly number[] {
    return readP2pMethods(this.#state, ad);
  }

  /** Fiat atoms for a whole coin; `undefined` without a fresh index price. */
  exchangeRate(currency: number, fiat: number): Atoms | undefined {
    return readP2pRate(this.#state, { currency, fiat });
  }

  /** Open orders of a user, newest first. */
  ordersOf(user: number): readonly P2pOrderRead[] {
    return this.#state.p2p.orders.ofUser(user).reverse();
  }

  /** All open orders, newest first; for the operator. */
  get orders(): readonly P2pOrderRead[] {
    return [...this.#state.p2p.orders.values()].reverse();
  }

  /** Escrow of a coin: balance, and what ads and open orders have in it. */
  escrow(currency: number) {
    return readP2pEscrow(this.#state, currency);
  }

  /** Limits of each level of merchants. */
  get levels(): Readonly<Record<P2pLevel, P2pLevelRead>> {
    return this.#state.p2p.levels;
  }

  /** Fiat currencies that were listed, withdrawn ones included. */
  get listedFiats(): readonly P2pFiatRead[] {
    return this.#state.p2p.fiats;
  }

  /** Largest quantity of an ad of a user, in atoms. */
  quantityMax(user: number, currency: number): bigint {
    return readP2pQuantityMax(this.#state, user, currency);
  }

  /** What the escrow has of a user, by currency; nothing for a coin without any. */
  escrowedOf(user: number): ReadonlyMap<number, Atoms> {
    return readP2pEscrowed(this.#state, user);
  }

  /** Available funds of a user, and what the escrow has of the user. */
  balance(user: number, currency: number) {
    return readP2pBalance(this.#state, user, currency);
  }
}
