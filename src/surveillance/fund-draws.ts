/**
 * Losses of the insurance fund, the lending pool or deleveraged users, read from the events of
 * liquidations and loans, in US dollars at present prices.
 */

import {
  FUND_MOVE_REASONS,
  indexIn,
  LIQUIDATION_TAKERS,
  POSITION_SIDES,
} from "../core/base/vocabulary.ts";
import type { EventReader } from "../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../core/events/event-layout.ts";
import { NO_INSTRUMENT } from "./alerts.ts";
import type { ObservedMarket } from "./observed-market.ts";

const LIQUIDATED = eventLayout("position_liquidated");
const FUND = eventLayout("fund_moved");
const COVERED = eventLayout("loan_covered");
const TAKER_FUND = indexIn(LIQUIDATION_TAKERS, "fund");
const TAKER_DELEVERAGED = indexIn(LIQUIDATION_TAKERS, "deleveraged");
const LONG = indexIn(POSITION_SIDES, "long");
const SURPLUS = indexIn(FUND_MOVE_REASONS, "surplus");
const FEES = indexIn(FUND_MOVE_REASONS, "fees");

/** Parties that can bear a loss. */
export const DRAW_BEARERS = ["fund", "deleveraged", "pool"] as const;
export type DrawBearer = (typeof DRAW_BEARERS)[number];

export type FundDraw = {
  /** User whose loss was covered. */
  readonly user: number;
  /** Index of the instrument, or `NO_INSTRUMENT` for losses of a whole account. */
  readonly instrument: number;
  readonly bearer: DrawBearer;
  readonly lossUsd: number;
};

/** Reads fund draws from the events of a batch, one event at a time. */
export class FundDraws {
  readonly #market: ObservedMarket;
  /** Most recently liquidated user: a backstop of the fund names the exchange's own user. */
  #liquidated = 0;

  constructor(market: ObservedMarket) {
    this.#market = market;
  }

  /** Returns the draw of the current event; `undefined` when it has none. */
  read(reader: EventReader): FundDraw | undefined {
    switch (reader.kindIndex) {
      case EVENT_INDEX.position_liquidated:
        return this.#liquidation(reader);
      case EVENT_INDEX.fund_moved:
        return this.#fundMove(reader);
      case EVENT_INDEX.loan_covered:
        return this.#cover(reader);
      default:
        return undefined;
    }
  }

  /** Returns the loss of a takeover at a price worse than mark. */
  #liquidation(reader: EventReader): FundDraw | undefined {
    const user = reader.number(LIQUIDATED.user);
    this.#liquidated = user;
    const taker = reader.number(LIQUIDATED.taker);
    if (taker !== TAKER_FUND && taker !== TAKER_DELEVERAGED) return undefined;
    const instrument = reader.number(LIQUIDATED.instrument);
    const mark = reader.number(LIQUIDATED.mark);
    const price = reader.number(LIQUIDATED.price);
    const size = reader.number(LIQUIDATED.size);
    const isLong = reader.number(LIQUIDATED.positionSide) === LONG;
    const isLoss = isLong ? price > mark : price < mark;
    if (!isLoss) return undefined;
    const value = this.#market.valueUsd(instrument, price, size);
    const lossUsd = (value * Math.abs(price - mark)) / price;
    const bearer = taker === TAKER_FUND ? "fund" : "deleveraged";
    return { user, instrument, bearer, lossUsd };
  }

  #fundMove(reader: EventReader): FundDraw | undefined {
    const reason = reader.number(FUND.reason);
    // A surplus and the fund's share of the fees are income of the fund.
    if (reason === SURPLUS || reason === FEES) return undefined;
    const { source } = this.#market;
    const namedUser = reader.number(FUND.user);
    const realm = source.realmOf(namedUser);
    const user = source.isExchange(namedUser) ? this.#liquidated : namedUser;
    const amount = reader.money(FUND.amount);
    const lossUsd = source.amountUsd(realm, reader.number(FUND.currency), amount);
    return { user, instrument: NO_INSTRUMENT, bearer: "fund", lossUsd };
  }

  #cover(reader: EventReader): FundDraw {
    const { source } = this.#market;
    const user = reader.number(COVERED.user);
    const amount = reader.money(COVERED.fundPaid) + reader.money(COVERED.writtenOff);
    const bearer = reader.money(COVERED.writtenOff) > 0n ? "pool" : "fund";
    const currency = reader.number(COVERED.currency);
    const lossUsd = source.amountUsd(source.realmOf(user), currency, amount);
    return { user, instrument: NO_INSTRUMENT, bearer, lossUsd };
  }
}
