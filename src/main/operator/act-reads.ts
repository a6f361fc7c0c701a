/** Reads the operator's acts from the history, with names in place of indexes and units. */
import { COMMAND_KINDS, COMMANDS, type CommandKind } from "../../core/commands/commands.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import type { ActReads, ActSearch, ActState } from "../../ops/act-port.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { ActRow } from "../../projections/history/act-table.ts";
import type { ActsQuery } from "../../projections/history/queries.ts";
import { wireId } from "../../wire/ids.ts";
import type { Engine } from "../engine.ts";
import { refuse } from "./admin-command.ts";

type Parts = { readonly engine: Engine };
type Values = Readonly<Record<string, unknown>>;

function symbolAt({ state }: Engine, index: number): string {
  const instrument = state.instruments[index];
  if (instrument === undefined) return String(index);
  return `${instrument.symbol} ${instrument.category} ${instrument.realm}`;
}

/** Fields that name a user, and those that name an event by its id. */
const USER_FIELDS: ReadonlySet<string> = new Set(["user", "fromUser", "toUser", "buyer", "seller"]);
const EVENT_FIELDS: ReadonlySet<string> = new Set(["tradeId", "liquidationId"]);

/** Decimals of the units of a field by the end of its name; 0 for whole numbers. */
function decimalsOfName(name: string): number {
  const scale = /E(\d)$/.exec(name)?.[1];
  return scale === undefined ? 0 : Number(scale);
}

/** Returns the value of one field as people read it. */
function readable(engine: Engine, act: ActRow, fields: Values, name: string): unknown {
  const value = fields[name];
  const { state } = engine;
  if (USER_FIELDS.has(name)) return uidOf(Number(value));
  if (EVENT_FIELDS.has(name)) return wireId(Number(value));
  if (name === "instrument")
    return act.instrument === 0 ? "" : symbolAt(engine, act.instrument - 1);
  if (name === "currency") return state.currencies[Number(value)]?.code ?? value;
  if (/(At|from)Ms$/.test(name)) {
    return Number(value) === 0 ? "" : new Date(Number(value)).toISOString();
  }
  const scale = decimalsOfName(name);
  if (scale > 0 && Array.isArray(value))
    return value.map((one) => formatTrimmed(BigInt(one), scale));
  if (scale > 0) return formatTrimmed(BigInt(String(value)), scale);
  const kind = (COMMANDS[act.command] as Values)[name];
  const instrument = state.instruments[act.instrument - 1];
  const ofTrade = instrument?.isFutures ? instrument.settle : instrument?.quote;
  const currency = act.command === "bust_trade" ? ofTrade : fields["currency"];
  const coin = state.currencies[Number(currency ?? -1)];
  if (kind === "money" && coin !== undefined) {
    return formatTrimmed(BigInt(String(value)), coin.decimals);
  }
  if (kind === "ticks" && instrument !== undefined) {
    const units = BigInt(Number(value)) * BigInt(instrument.tickStep);
    return formatTrimmed(units, instrument.priceDecimals);
  }
  if (kind === "lots" && instrument !== undefined) {
    const units = BigInt(Number(value)) * BigInt(instrument.lotStep);
    return formatTrimmed(units, instrument.sizeDecimals);
  }
  return value;
}

function stateOf(engine: Engine, act: ActRow): ActState {
  const { actor, command, createdAtMs, id: seq, reason, rejection, requestId, subject } = act;
  const instrument = engine.state.instruments[act.instrument - 1];
  const fields = JSON.parse(act.fields) as Values;
  const shown = Object.keys(fields).map((name) => [name, readable(engine, act, fields, name)]);
  return {
    ...{ seq, time: new Date(createdAtMs).toISOString(), actor, reason, requestId, command },
    uid: subject === 0 ? "" : uidOf(subject - 1),
    symbol: instrument?.symbol ?? "",
    category: instrument?.category ?? "",
    realm: instrument?.realm ?? "",
    rejection,
    fields: Object.fromEntries(shown),
  };
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** Returns the query of a search, or the refusal of a search that names nothing. */
function queryOf({ accounts }: Engine, search: ActSearch): ActsQuery | AdminRefusal {
  const {
    actor,
    category,
    command,
    cursor,
    limit,
    realm = "live",
    requestId,
    symbol,
    uid,
  } = search;
  const [fromMs, toMs] = [timeOf(search.since), timeOf(search.until)];
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) {
    return refuse("invalid", "since and until must be ISO times");
  }
  if (command !== undefined && !(COMMAND_KINDS as readonly string[]).includes(command)) {
    return refuse("not_found", `no command is called ${command}`);
  }
  const user = uid === undefined ? undefined : userOfUid(uid);
  if (uid !== undefined && user === undefined) {
    return refuse("not_found", `no user has the uid ${uid}`);
  }
  if ((symbol === undefined) !== (category === undefined)) {
    return refuse("invalid", "symbol and category must be given together");
  }
  const instrument =
    symbol === undefined
      ? undefined
      : accounts.instrument(realm as "live" | "demo", category as "spot", symbol);
  if (symbol !== undefined && instrument === undefined) {
    return refuse("not_found", `${symbol} is not listed`);
  }
  return {
    ...{ actor, requestId, user, fromMs, toMs, limit },
    command: command as CommandKind | undefined,
    instrument: instrument?.index,
    idLessThan: cursor === "" ? undefined : Number(cursor),
  };
}

/** Returns the reads of acts. */
export function actReads({ engine }: Parts): ActReads {
  return {
    async listActs(search) {
      const query = queryOf(engine, search);
      if ("refused" in query) return query;
      const { hasMore, rows } = await engine.history.acts(query);
      const acts = rows.map((row) => stateOf(engine, row));
      return { done: { acts, cursor: hasMore ? String(acts.at(-1)?.seq ?? "") : "" } };
    },
  };
}
