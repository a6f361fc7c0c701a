/** Administrative actions on alerts, groups and thresholds of surveillance. */
import { formatTrimmed } from "../../core/money/decimals.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type {
  AlertTrade,
  SurveillanceActions,
  SurveillanceAlert,
} from "../../ops/surveillance-port.ts";
import type { Alert } from "../../surveillance/alerts.ts";
import { FIGURE_BOUNDS, type FigureName, type Figures } from "../../surveillance/figures.ts";
import type { Surveillance } from "../../surveillance/surveillance.ts";
import type { ObservedTrade } from "../../surveillance/trade-ring.ts";
import { wireId } from "../../wire/ids.ts";
import type { Engine } from "../engine.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { figureSetting } from "./settings.ts";
import { timeText } from "./times.ts";

type Parts = { readonly engine: ActingEngine; readonly surveillance: Surveillance };

const inCents = (usd: number): number => Math.round(usd * 100) / 100;

function tradeRow({ state }: Pick<Engine, "state">, trade: ObservedTrade): AlertTrade {
  const listed = state.instruments[trade.instrument];
  const { lotStep = 1, priceDecimals = 0, sizeDecimals = 0, tickStep = 1 } = listed ?? {};
  return {
    tradeId: wireId(trade.tradeId),
    symbol: listed?.symbol ?? "",
    category: listed?.category ?? "",
    realm: listed?.realm ?? "",
    price: formatTrimmed(BigInt(trade.price) * BigInt(tickStep), priceDecimals),
    size: formatTrimmed(BigInt(trade.size) * BigInt(lotStep), sizeDecimals),
    takerSide: trade.isTakerBuy ? "buy" : "sell",
    takerUid: uidOf(trade.taker),
    makerUid: uidOf(trade.maker),
    takerOrderId: wireId(trade.takerOrderId),
    makerOrderId: wireId(trade.makerOrderId),
    time: timeText(trade.timeMs),
  };
}

/** Returns an alert in the form for responses and the log. */
export function alertRow(engine: Pick<Engine, "state">, alert: Alert): SurveillanceAlert {
  const { instruments, users } = engine.state;
  const listed = instruments[alert.instrument];
  const measures = Object.entries(alert.measures).map(([name, value]) => [
    name,
    typeof value === "number" ? inCents(value) : value,
  ]);
  return {
    id: String(alert.id),
    kind: alert.kind,
    realm: users[alert.users[0] ?? 0]?.realm ?? "",
    symbol: listed?.symbol ?? "",
    category: listed?.category ?? "",
    uids: alert.users.map(uidOf),
    linkedBy: alert.linkedBy,
    valueUsd: inCents(alert.valueUsd),
    measures: Object.fromEntries(measures),
    count: alert.count,
    firstSeen: timeText(alert.firstMs),
    lastSeen: timeText(alert.lastMs),
    trades: alert.evidence.trades.map((trade) => tradeRow(engine, trade)),
    counterparties: alert.evidence.counterparties.map(({ user, ...rest }) => ({
      ...rest,
      uid: uidOf(user),
      valueUsd: inCents(rest.valueUsd),
      gainUsd: inCents(rest.gainUsd),
    })),
  };
}

function alertAction({ engine, surveillance }: Parts): SurveillanceActions["listAlerts"] {
  return ({ cursor, kind, limit, since }) => {
    const sinceMs = since === "" ? 0 : Date.parse(since);
    if (!Number.isSafeInteger(sinceMs)) return refuse("invalid", "an ISO time is expected");
    const query = { kind, sinceMs, beforeId: Number(cursor), limit: limit + 1 };
    const matches = surveillance.alerts.list(query);
    const page = matches.slice(0, limit);
    const last = page.at(-1);
    return {
      done: {
        alerts: page.map((alert) => alertRow(engine, alert)),
        cursor: last === undefined || matches.length <= limit ? "" : String(last.id),
      },
    };
  };
}

function groupAction({ engine, surveillance }: Parts): SurveillanceActions["accountGroup"] {
  return (uid) => {
    const user = ordinaryUserOf({ engine }, uid);
    if ("refused" in user) return user;
    const { accounts, links } = surveillance.links.groupOf(user.index, surveillance.market.nowMs);
    const subAccountsOf = (main: number) =>
      engine.state.users.filter(({ index, parent }) => parent === main && index !== main);
    return {
      done: {
        uid,
        accounts: accounts.map((main) => ({
          mainUid: uidOf(main),
          subUids: subAccountsOf(main).map(({ index }) => uidOf(index)),
        })),
        links: links.map(({ by, from, label, sinceMs, to }) => ({
          fromUid: uidOf(from),
          toUid: uidOf(to),
          by,
          label,
          since: timeText(sinceMs),
        })),
      },
    };
  };
}

function isFigure(name: string): name is FigureName {
  return Object.hasOwn(FIGURE_BOUNDS, name);
}

function figureAction({
  engine,
  surveillance,
}: Parts): SurveillanceActions["setSurveillanceFigures"] {
  return async (changes): Promise<AdminOutcome<Readonly<Record<string, number>>>> => {
    for (const [name, value] of Object.entries(changes)) {
      if (!isFigure(name)) return refuse("not_found", `no figure is called ${name}`);
      const [min, max] = FIGURE_BOUNDS[name];
      if (value >= min && value <= max) continue;
      return refuse("invalid", `${name} from ${min} to ${max}, got ${value}`);
    }
    for (const [name, value] of Object.entries(changes)) {
      const setting = { name: figureSetting(name as FigureName), value: String(value) };
      const { rejection } = await submit(engine, { kind: "set_setting", ...setting });
      if (rejection !== undefined) return refusalOf(rejection);
    }
    surveillance.setFigures({ ...surveillance.figures, ...(changes as Partial<Figures>) });
    return { done: surveillance.figures };
  };
}

/** Returns all administrative actions on surveillance. */
export function surveillanceActions(parts: Parts): SurveillanceActions {
  return {
    listAlerts: alertAction(parts),
    accountGroup: groupAction(parts),
    surveillanceFigures: () => parts.surveillance.figures,
    setSurveillanceFigures: figureAction(parts),
  };
}
