/** Reads of the risk of the whole exchange: positions, concentration, payments of funds. */
import { setImmediate } from "node:timers/promises";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { ZERO_LOTS } from "../../core/money/units.ts";
import type { PositionRead } from "../../core/reads/account-reads.ts";
import {
  compareDeleverageScores,
  readDeleverageScore,
} from "../../core/reads/liquidation-reads.ts";
import type { State } from "../../core/state.ts";
import type {
  ContractRisk,
  FundMovement,
  PositionSearch,
  RiskReads,
  RiskyPosition,
} from "../../ops/risk-read-port.ts";
import type { FundPaymentRow } from "../../projections/history/liquidation-record-tables.ts";
import { wireId } from "../../wire/ids.ts";
import { quantityText } from "../../wire/sizes.ts";
import { coinText } from "../../wire/texts.ts";
import { sizeUsd } from "../dollar-values.ts";
import type { Engine } from "../engine.ts";
import { isOperatorUser } from "../operator-users.ts";
import { userText } from "../trace/readable-fields.ts";
import { refuse } from "./admin-command.ts";
import { instrumentName } from "./order-states.ts";
import { positionState } from "./position-states.ts";
import { readPaging, timeText } from "./times.ts";

type Parts = { readonly engine: Engine };

/** Users whose positions are read before other work of the exchange goes on. */
const USERS_AT_ONCE = 200;
const LARGEST = 5;

/** A position with what it is compared by. */
type Held = {
  readonly user: number;
  readonly isAgent: boolean;
  readonly position: PositionRead;
  readonly valueUsd: number;
};

/** All positions of a realm. They are read in parts, each of one moment. */
async function positionsOf({ engine }: Parts, realm: PositionSearch["realm"]): Promise<Held[]> {
  const { accounts, state } = engine;
  const held: Held[] = [];
  for (let index = 0; index < state.users.length; index++) {
    if (index % USERS_AT_ONCE === USERS_AT_ONCE - 1) await setImmediate();
    const user = state.users[index];
    if (user === undefined || user.realm !== realm || user.positionsFirst === 0) continue;
    const isAgent = isOperatorUser(user);
    for (const position of accounts.positions(index)) {
      const usd = sizeUsd(state, position.instrument, position.size);
      held.push({ user: index, isAgent, position, valueUsd: usd });
    }
  }
  return held;
}

function shareText(part: number, whole: number): string {
  return whole === 0 ? "0" : (part / whole).toFixed(4);
}

function rowOf({ engine }: Parts, { isAgent, position, user, valueUsd: usd }: Held): RiskyPosition {
  const openInterest = engine.state.openInterest[position.instrument.index] ?? 0;
  return {
    uid: userText(user),
    isAgent,
    valueUsd: usd.toFixed(2),
    share: shareText(position.size, openInterest),
    ...positionState(engine.accounts, user, position),
  };
}

/** Maintenance margin ÷ equity of the account of a position. */
function riskOf({ engine }: Parts, { position, user }: Held): number {
  const { equity, maintenance } = engine.accounts.outlook(user, position).risk;
  if (maintenance === 0n) return 0;
  return equity <= 0n ? Number.POSITIVE_INFINITY : Number(maintenance) / Number(equity);
}

async function ranked(parts: Parts, held: readonly Held[], order: PositionSearch["order"]) {
  if (order === "value") return held.toSorted((one, other) => other.valueUsd - one.valueUsd);
  const risks: { readonly one: Held; readonly risk: number }[] = [];
  for (const [at, one] of held.entries()) {
    if (at % USERS_AT_ONCE === USERS_AT_ONCE - 1) await setImmediate();
    risks.push({ one, risk: riskOf(parts, one) });
  }
  return risks.sort((a, b) => b.risk - a.risk).map(({ one }) => one);
}

function positionSearch(parts: Parts): RiskReads["riskyPositions"] {
  const { accounts } = parts.engine;
  return async ({ includesAgents, instrument: named, limit, order, realm }) => {
    const only = named && accounts.instrument(realm, named.category, named.symbol);
    if (named !== undefined && only === undefined) {
      return refuse("not_found", `${named.symbol} is not listed`);
    }
    const all = await positionsOf(parts, realm);
    const chosen = all.filter(
      ({ isAgent, position }) =>
        (includesAgents || !isAgent) && (only === undefined || position.instrument === only),
    );
    const rows = (await ranked(parts, chosen, order)).slice(0, limit);
    return { done: rows.map((one) => rowOf(parts, one)) };
  };
}

/** Positions of one side of a contract as they would be deleveraged, the first one first. */
function deleveragingOrder(parts: Parts): RiskReads["deleveragingOrder"] {
  const { accounts, state } = parts.engine;
  return async ({ category, limit, realm, side, symbol }) => {
    const instrument = accounts.instrument(realm, category, symbol);
    if (instrument?.isFutures !== true) {
      return refuse("not_found", `${symbol} is no listed contract of ${category}`);
    }
    const held = (await positionsOf(parts, realm)).filter(
      ({ position }) => position.instrument === instrument && position.positionSide === side,
    );
    const scored = held.flatMap((one) => {
      // A holder may have closed since the positions were read in parts.
      const isOpen = state.positions.find(one.user, instrument.index) !== 0;
      return isOpen ? [{ one, score: readDeleverageScore(state, one.user, one.position) }] : [];
    });
    scored.sort((a, b) => compareDeleverageScores(a.score, b.score));
    const queue = scored
      .slice(0, limit)
      .map(({ one }, index) => ({ place: index + 1, ...rowOf(parts, one) }));
    return { done: { holders: scored.length, queue } };
  };
}

/** Shares of the open interest of the largest position and of the five largest of a side. */
function sharesOf(held: readonly Held[], openInterest: number): readonly [string, string] {
  const sizes = held.map(({ position }) => position.size).sort((one, other) => other - one);
  const five = sizes.slice(0, LARGEST).reduce((sum, size) => sum + size, 0);
  return [shareText(sizes[0] ?? 0, openInterest), shareText(five, openInterest)];
}

function contractRisk(state: State, instrument: Instrument, held: readonly Held[]): ContractRisk {
  const openInterest = state.openInterest[instrument.index] ?? ZERO_LOTS;
  const longs = held.filter(({ position }) => position.positionSide === "long");
  const shorts = held.filter(({ position }) => position.positionSide === "short");
  const largest = held
    .filter(({ isAgent }) => !isAgent)
    .reduce<Held | undefined>(
      (most, one) => (most === undefined || one.valueUsd > most.valueUsd ? one : most),
      undefined,
    );
  const [largestLongShare, fiveLongsShare] = sharesOf(longs, openInterest);
  const [largestShortShare, fiveShortsShare] = sharesOf(shorts, openInterest);
  const mark = state.prices[instrument.index]?.mark ?? 0;
  return {
    ...instrumentName(instrument),
    openInterest: quantityText(instrument, openInterest, mark),
    openInterestUsd: sizeUsd(state, instrument, openInterest).toFixed(2),
    ...{ longs: longs.length, shorts: shorts.length },
    largestUid: largest === undefined ? "" : userText(largest.user),
    largestUsd: (largest?.valueUsd ?? 0).toFixed(2),
    ...{ largestLongShare, fiveLongsShare, largestShortShare, fiveShortsShare },
  };
}

function movementOf({ engine }: Parts, row: FundPaymentRow): FundMovement {
  const { amount, createdAtMs, currency, id, isPaidIn, liquidationId, reason, user } = row;
  const coin = engine.accounts.currencyAt(currency);
  const owner = engine.state.users[user];
  const text = coinText(coin, amount);
  return {
    ...{ id: wireId(id), time: timeText(createdAtMs), uid: userText(user) },
    isAgent: owner !== undefined && isOperatorUser(owner),
    liquidationId: liquidationId === 0 ? "" : wireId(liquidationId),
    ...{ reason, coin: coin?.code ?? "", amount: isPaidIn ? text : `-${text}` },
  };
}

function movementSearch(parts: Parts): RiskReads["fundMovements"] {
  const { accounts, history } = parts.engine;
  return async ({ coin, realm, ...search }) => {
    const currency = accounts.currency(coin);
    if (currency === undefined) return refuse("not_found", `no coin is called ${coin}`);
    const paging = readPaging(search);
    if ("refused" in paging) return paging;
    const query = { realm, currency: currency.index, ...paging };
    const { hasMore, rows } = await history.fundPayments(query);
    const movements = rows.map((row) => movementOf(parts, row));
    return { done: { movements, cursor: hasMore ? (movements.at(-1)?.id ?? "") : "" } };
  };
}

/** Returns the reads of the risk of the whole exchange. */
export function riskReads(parts: Parts): RiskReads {
  const { state } = parts.engine;
  return {
    riskyPositions: positionSearch(parts),
    async contractRisks(realm) {
      const held = await positionsOf(parts, realm);
      const byContract = Map.groupBy(held, ({ position }) => position.instrument);
      return state.instruments
        .filter((one) => one.isFutures && one.realm === realm)
        .map((one) => contractRisk(state, one, byContract.get(one) ?? []));
    },
    deleveragingOrder: deleveragingOrder(parts),
    fundMovements: movementSearch(parts),
  };
}
