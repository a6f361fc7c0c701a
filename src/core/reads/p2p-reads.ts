/** Reads of peer-to-peer trading. */
import { exchangeUserOf } from "../accounts/user.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { atomsFor, usdRateOf } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { escrowedBy, p2pMethodsOf } from "../p2p/p2p-escrow.ts";
import type { P2pAccount, P2pOrder } from "../p2p/p2p-order.ts";
import { type P2pPair, p2pExchangeRate, p2pPrice } from "../p2p/p2p-price.ts";
import type {
  P2p,
  P2pAd,
  P2pFiat,
  P2pLevelLimits,
  P2pMerchant,
  P2pToken,
} from "../p2p/p2p-state.ts";
import { isP2pAdOpen, p2pOrderSize } from "../p2p/place-p2p-order.ts";
import { currencyAt, type State } from "../state.ts";

const USD_E8 = 100_000_000n;

export type P2pRead = P2p;
export type P2pAccountRead = P2pAccount;
export type P2pAdRead = P2pAd;
export type P2pFiatRead = P2pFiat;
export type P2pLevelRead = P2pLevelLimits;
export type P2pMerchantRead = P2pMerchant;
export type P2pOrderRead = P2pOrder;
export type P2pTokenRead = P2pToken;

/** Returns the present price of an ad, `undefined` for a floating one without a fresh price. */
export function readP2pPrice(state: State, ad: P2pAd): Atoms | undefined {
  return p2pPrice(state, ad, ad.terms);
}

/** Returns the exchange rate of a coin, `undefined` without a fresh index price. */
export function readP2pRate(state: State, pair: P2pPair): Atoms | undefined {
  return p2pExchangeRate(state, pair);
}

/** Whether an ad takes orders now, apart from its price. */
export function readP2pAdOpen(state: State, ad: P2pAd): boolean {
  return isP2pAdOpen(state, ad);
}

/** Whether an ad has the quantity that an amount buys at a price, as an order would. */
export function readP2pOffers(
  state: State,
  ad: P2pAd,
  terms: { readonly amount: Atoms; readonly price: Atoms },
): boolean {
  return p2pOrderSize(state, ad, terms) !== undefined;
}

/** Returns the methods of payment of an ad, by index. */
export function readP2pMethods(state: State, ad: P2pAd): readonly number[] {
  return p2pMethodsOf(state, ad);
}

/**
 * Returns the largest quantity of an ad of a user: that of the coin, or what the level of a
 * merchant allows at the index price. Returns 0 for a coin that is not offered.
 */
export function readP2pQuantityMax(state: State, user: number, currency: number): bigint {
  const { levels, merchants, tokens } = state.p2p;
  const most = tokens.get(currency)?.quantityMax ?? 0n;
  const merchant = merchants.get(user);
  if (merchant === undefined) return most;
  const rate = usdRateOf(state, indexIn(REALMS, "live"), currencyAt(state, currency));
  const allowed = atomsFor(rate, BigInt(levels[merchant.level].adUsdMax) * USD_E8);
  return allowed !== undefined && allowed < most ? allowed : most;
}

/** Returns what the escrow has of a user, by currency; nothing for a coin without any. */
export function readP2pEscrowed({ p2p }: State, user: number): ReadonlyMap<number, Atoms> {
  const escrowed = new Map<number, Atoms>();
  const add = (currency: number, amount: Atoms): void => {
    if (amount > 0n) escrowed.set(currency, plus(escrowed.get(currency) ?? ZERO_ATOMS, amount));
  };
  for (const ad of p2p.ads.values()) if (ad.user === user) add(ad.currency, escrowedBy(ad));
  for (const { currency, quantity, seller } of p2p.orders.ofUser(user)) {
    if (seller === user) add(currency, quantity);
  }
  return escrowed;
}

/** Returns what a user has in the funding wallet, and what the escrow has of the user. */
export function readP2pBalance(
  state: State,
  user: number,
  currency: number,
): { readonly available: Atoms; readonly escrowed: Atoms } {
  const { ledger } = state;
  const wallet = ledger.find(user, WALLET_INDEX.funding, currency);
  const escrowed = readP2pEscrowed(state, user).get(currency) ?? ZERO_ATOMS;
  return { available: ledger.available(wallet), escrowed };
}

/** The escrow of a coin: its balance, and what published sell ads and open orders have in it. */
export function readP2pEscrow(
  state: State,
  currency: number,
): { readonly balance: Atoms; readonly ofAds: Atoms; readonly ofOrders: Atoms } {
  const { ledger, p2p } = state;
  let ofAds = ZERO_ATOMS;
  for (const ad of p2p.ads.values()) {
    if (ad.currency === currency) ofAds = plus(ofAds, escrowedBy(ad));
  }
  let ofOrders = ZERO_ATOMS;
  for (const order of p2p.orders.values()) {
    if (order.currency === currency) ofOrders = plus(ofOrders, order.quantity);
  }
  const escrow = ledger.find(exchangeUserOf("live"), WALLET_INDEX.p2p_escrow, currency);
  return { balance: ledger.balance(escrow), ofAds, ofOrders };
}
