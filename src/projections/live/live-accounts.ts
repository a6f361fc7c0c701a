/**
 * Users, balances, margin and positions, read from the core's own state, which holds durable
 * commands only.
 */

import type { Rejection } from "../../core/base/rejections.ts";
import {
  type AccountKind,
  type Category,
  indexIn,
  type OrderBacking,
  REALMS,
  type Realm,
  type Side,
  type Wallet,
} from "../../core/base/vocabulary.ts";
import type { Collateral } from "../../core/instruments/collateral.ts";
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import { type UsdRate, usdRateOf } from "../../core/instruments/usd-price.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks } from "../../core/money/units.ts";
import {
  type BalanceRead,
  type FundingRead,
  type FuturesSettings,
  type HeldRead,
  type KeyRead,
  type MarginRead,
  type OpeningAhead,
  type OpeningRead,
  type PositionOutlook,
  type PositionRead,
  type PositionTier,
  type RiskRead,
  readAllSettings,
  readBalance,
  readBalances,
  readFundingOf,
  readHeld,
  readInstrumentMargin,
  readIsHedge,
  readLeverage,
  readLiquidationPriceAfter,
  readMargin,
  readOpening,
  readOpeningCapacity,
  readOutlook,
  readPositions,
  readPrices,
  readRisk,
  readSettings,
  readTiers,
  readUnified,
  readUser,
  type SignInRead,
  type SizelessOpening,
  type UserRead,
  type WeighedOpening,
} from "../../core/reads/account-reads.ts";
import { type ConvertibleRead, readConvertible } from "../../core/reads/conversion-reads.ts";
import {
  type DeleverageRankRead,
  readDeleverageRanks,
  readFund,
} from "../../core/reads/liquidation-reads.ts";
import {
  type PledgeAsked,
  type PledgedLoanRead,
  type PledgeTermsRead,
  readPledgedLoans,
  readPledgeEstimate,
  readPledgeTerms,
  readUsdValue,
} from "../../core/reads/pledge-reads.ts";
import {
  readIsAliasTaken,
  readKeys,
  readLiveUserOf,
  readSessions,
  readSignIn,
  readSignInNamed,
  readSubAccounts,
  readSwitchRefusal,
} from "../../core/reads/user-reads.ts";
import { instrumentName, type State } from "../../core/state.ts";
import { LiveCustody } from "./live-custody.ts";
import { LiveDebts } from "./live-debts.ts";
import { LiveEligibility } from "./live-eligibility.ts";
import { LiveFees } from "./live-fees.ts";
import { LiveLending } from "./live-lending.ts";
import type { LiveOrder } from "./live-order.ts";
import type { LiveOrders } from "./live-orders.ts";
import { LiveP2p } from "./live-p2p.ts";
import { LiveUnits } from "./live-units.ts";

export class LiveAccounts {
  readonly #state: State;
  readonly #orders: LiveOrders;
  readonly lending: LiveLending;
  readonly debts: LiveDebts;
  readonly eligibility: LiveEligibility;
  readonly fees: LiveFees;
  readonly custody: LiveCustody;
  readonly p2p: LiveP2p;
  readonly units: LiveUnits;

  constructor(state: State, orders: LiveOrders) {
    this.#state = state;
    this.lending = new LiveLending(state);
    this.debts = new LiveDebts(state);
    this.eligibility = new LiveEligibility(state);
    this.fees = new LiveFees(state);
    this.custody = new LiveCustody(state);
    this.p2p = new LiveP2p(state);
    this.units = new LiveUnits(state);
    this.#orders = orders;
  }

  /** Seq of the last command that the state reflects. */
  get seq(): number {
    return this.#state.seq;
  }

  user(index: number): UserRead | undefined {
    return readUser(this.#state, index);
  }

  deleverageRanks(user: number): readonly DeleverageRankRead[] {
    return readDeleverageRanks(this.#state, user);
  }

  /** Balance of the insurance fund of a realm in a coin. */
  fund(realm: Realm, currency: number): Atoms {
    return readFund(this.#state, realm, currency);
  }

  key(apiKey: string): KeyRead | undefined {
    return this.#state.keys.get(apiKey);
  }

  /** API keys of a user in the order of their creation. */
  keysOf(user: number): KeyRead[] {
    return readKeys(this.#state, user);
  }

  /** Sessions of a user in the order of their creation. */
  sessionsOf(user: number): KeyRead[] {
    return readSessions(this.#state, user);
  }

  /** How a user signs in. */
  signInOf(user: number): SignInRead | undefined {
    return readSignIn(this.#state, user);
  }

  /** The sign-in with a name; upper and lower case are equal. */
  signInNamed(name: string): SignInRead | undefined {
    return readSignInNamed(this.#state, name);
  }

  /** Live user that a demo account belongs to. */
  liveUserOf(demoUser: number): number | undefined {
    return readLiveUserOf(this.#state, demoUser);
  }

  /** Sub-accounts of a main account, the newest first. */
  subAccountsOf(main: number): UserRead[] {
    return readSubAccounts(this.#state, main);
  }

  /** Why a user cannot switch to the other kind of account now. */
  switchRefusal(user: number, accountKind: AccountKind): Rejection | undefined {
    return readSwitchRefusal(this.#state, user, accountKind);
  }

  /** Whether an alias names a virtual sub-account; upper and lower case are equal. */
  isAliasTaken(alias: string): boolean {
    return readIsAliasTaken(this.#state, alias);
  }

  currencies(): readonly Currency[] {
    return this.#state.currencies;
  }

  currencyAt(index: number): Currency | undefined {
    return this.#state.currencies[index];
  }

  /** By its upper-case code. */
  currency(code: string): Currency | undefined {
    return this.#state.currencyByCode.get(code);
  }

  /** The coins that a user may convert, with the amounts that the user can give. */
  convertible(user: number): readonly ConvertibleRead[] {
    return readConvertible(this.#state, user);
  }

  /** Open loans of a user against pledges, the newest first. */
  pledgedLoans(user: number): readonly PledgedLoanRead[] {
    return readPledgedLoans(this.#state, user);
  }

  /** Terms of loans against pledges of a coin. */
  pledgeTerms(realm: Realm, currency: number): PledgeTermsRead {
    return readPledgeTerms(this.#state, realm, currency);
  }

  /** Largest loan for a pledge, or why there is none. */
  pledgeEstimate(realm: Realm, asked: PledgeAsked): ReturnType<typeof readPledgeEstimate> {
    return readPledgeEstimate(this.#state, realm, asked);
  }

  /** Value of an amount in 10^-8 US dollars. */
  usdValue(realm: Realm, currency: number, amount: Atoms): bigint {
    return readUsdValue(this.#state, realm, currency, amount);
  }

  /** The coins that count as margin of unified accounts, in listing order. */
  collaterals(): readonly { readonly currency: Currency; readonly collateral: Collateral }[] {
    const { collaterals, currencies } = this.#state;
    return currencies.flatMap((currency) => {
      const collateral = collaterals[currency.index];
      return collateral === undefined || collateral.tiers.length === 0
        ? []
        : { currency, collateral };
    });
  }

  instruments(): readonly Instrument[] {
    return this.#state.instruments;
  }

  instrumentAt(index: number): Instrument | undefined {
    return this.#state.instruments[index];
  }

  /** By realm, category and upper-case symbol. */
  instrument(realm: Realm, category: Category, symbol: string): Instrument | undefined {
    return this.#state.instrumentByName.get(instrumentName(realm, category, symbol));
  }

  /** All of a category, in listing order. */
  instrumentsOf(realm: Realm, category: Category): readonly Instrument[] {
    return this.#state.instruments.filter(
      (instrument) => instrument.realm === realm && instrument.category === category,
    );
  }

  /** Instrument of a user's open order by id, or by client id when `orderId` is 0. */
  instrumentOfOrder(user: number, orderId: number, clientOrderId: string): number | undefined {
    return this.#openOrder(user, orderId, clientOrderId)?.instrument;
  }

  /** Backing of an open order, found in the same way. */
  backingOfOrder(user: number, orderId: number, clientOrderId: string): OrderBacking | undefined {
    return this.#openOrder(user, orderId, clientOrderId)?.backing;
  }

  /** Terms of an open order, found in the same way. */
  openOrder(user: number, orderId: number, clientOrderId: string): LiveOrder | undefined {
    return this.#openOrder(user, orderId, clientOrderId);
  }

  /** Position of a user in an instrument on one side. */
  held(user: number, instrument: number, side: "long" | "short"): HeldRead | undefined {
    return readHeld(this.#state, user, instrument, side);
  }

  /** Price at which a market order starts: the best opposite price, else mark; 0 without both. */
  marketPrice(instrument: number, side: Side): Ticks {
    const best = this.#state.books[instrument]?.bestPrice(side !== "buy") ?? NO_PRICE;
    return best === NO_PRICE ? (this.#state.prices[instrument]?.mark ?? NO_PRICE) : best;
  }

  #openOrder(user: number, orderId: number, clientOrderId: string): LiveOrder | undefined {
    if (orderId === 0) return this.#orders.pendingByClientOrderId(user, clientOrderId);
    const order = this.#orders.byId(orderId);
    const isOpen = order?.user === user && order.closeReason === undefined;
    return isOpen ? order : undefined;
  }

  balance(user: number, wallet: Wallet, currency: Currency): BalanceRead {
    return readBalance(this.#state, user, wallet, currency);
  }

  balances(user: number, wallet: Wallet): BalanceRead[] {
    return readBalances(this.#state, user, wallet);
  }

  margin(user: number, wallet: Wallet, currency: Currency): MarginRead {
    return readMargin(this.#state, user, wallet, currency);
  }

  /** Margin of a unified account over all its coins. */
  unified(user: number): ReturnType<typeof readUnified> {
    return readUnified(this.#state, user);
  }

  instrumentMargin(user: number, instrument: Instrument): ReturnType<typeof readInstrumentMargin> {
    return readInstrumentMargin(this.#state, user, instrument);
  }

  positions(user: number): PositionRead[] {
    return readPositions(this.#state, user);
  }

  leverage(user: number, instrument: Instrument): number {
    return readLeverage(this.#state, user, instrument);
  }

  settings(user: number, instrument: Instrument): FuturesSettings {
    return readSettings(this.#state, user, instrument);
  }

  allSettings(user: number): FuturesSettings[] {
    return readAllSettings(this.#state, user);
  }

  risk(user: number, wallet: Wallet, currency: Currency): RiskRead {
    return readRisk(this.#state, user, wallet, currency);
  }

  outlook(user: number, position: PositionRead): PositionOutlook {
    return readOutlook(this.#state, user, position);
  }

  liquidationPriceAfter(user: number, instrument: Instrument, opening: OpeningRead): Ticks {
    return readLiquidationPriceAfter(this.#state, user, instrument, opening);
  }

  /** Cost of an order that opens, and whether the account can afford it now. */
  opening(user: number, instrument: Instrument, order: OpeningAhead): WeighedOpening {
    return readOpening(this.#state, user, instrument, order);
  }

  /** Largest order that opens which the account can place now. */
  openingCapacity(user: number, instrument: Instrument, order: SizelessOpening): Lots {
    return readOpeningCapacity(this.#state, user, instrument, order);
  }

  tiers(instrument: Instrument): readonly PositionTier[] {
    return readTiers(this.#state, instrument);
  }

  isHedge(user: number, category: Category): boolean {
    return readIsHedge(this.#state, user, category);
  }

  funding(instrument: Instrument): FundingRead {
    return readFundingOf(this.#state, instrument);
  }

  /** Dollars of one atom of a coin, by the rule of margin. */
  usdRate(realm: Realm, currency: Currency): UsdRate {
    return usdRateOf(this.#state, indexIn(REALMS, realm), currency);
  }

  prices(instrument: Instrument): ReturnType<typeof readPrices> {
    return readPrices(this.#state, instrument);
  }
}
