/** Fields of commands and events as people read them: names for indexes, decimals for units. */
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { State } from "../../core/state.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import { wireId } from "../../wire/ids.ts";

export type Values = Readonly<Record<string, unknown>>;

/** Fields that hold the index of a user. */
const USER_FIELDS: ReadonlySet<string> = new Set([
  ...["user", "fromUser", "toUser", "buyer", "seller", "maker", "bound", "parent", "counterparty"],
]);
/** Fields whose name ends with "Id" and that are no ids of the core. */
const OTHER_IDS: ReadonlySet<string> = new Set(["clientOrderId", "clientTransferId", "exchangeId"]);

const INSTRUMENT_FIELD = /^instrument$|Instrument$|^pricedBy$/;

/** Fields of a record, some of which hold an index + 1, or 0 for none. */
export type Numbered = {
  readonly values: Values;
  /** Names of the fields that count from one; absent for none. */
  readonly fromOne?: readonly string[] | undefined;
};

/** What the units of a record are of. */
export type Units = {
  readonly instrument: Instrument | undefined;
  readonly currency: Currency | undefined;
};

export function instrumentText({ category, realm, symbol }: Instrument): string {
  return `${symbol} ${category} ${realm}`;
}

/** Uid of a user by its index; the exchange's own users have none. */
export function userText(index: number): string {
  return index < FIRST_ORDINARY_USER ? "exchange" : uidOf(index);
}

/** Decimals of the units of a field by the end of its name; 0 for whole numbers. */
function decimalsOfName(name: string): number {
  const scale = /E(\d+)$/.exec(name)?.[1];
  return scale === undefined ? 0 : Number(scale);
}

function unitText(value: unknown, units: number, decimals: number): string {
  return formatTrimmed(BigInt(String(value)) * BigInt(units), decimals);
}

/** Coin of an amount: that of its own field, else of the record, else the one it settles in. */
function coinOf(state: State, name: string, values: Values, units: Units): Currency | undefined {
  const own = name === "fee" ? values["feeCurrency"] : undefined;
  if (own !== undefined) return state.currencies[Number(own)];
  if (units.currency !== undefined) return units.currency;
  const { instrument } = units;
  if (instrument === undefined) return undefined;
  return state.currencies[instrument.isFutures ? instrument.settle : instrument.quote];
}

/** Returns the index in a field; -1 for none. */
function indexOf({ fromOne, values }: Numbered, name: string): number {
  const value = Number(values[name] ?? -1);
  return fromOne?.includes(name) ? value - 1 : value;
}

/** Instrument and coin that the fields of a record name. */
export function unitsOf(state: State, record: Numbered): Units {
  const { currency } = record.values;
  return {
    instrument: state.instruments[indexOf(record, "instrument")],
    currency: currency === undefined ? undefined : state.currencies[Number(currency)],
  };
}

/** Returns the value of one field, whose kind is that of the schema, as people read it. */
export function readableValue(
  state: State,
  field: { readonly name: string; readonly kind: unknown } & Numbered,
  units: Units,
): unknown {
  const { kind, name, values } = field;
  const value = values[name];
  if (USER_FIELDS.has(name)) {
    const index = indexOf(field, name);
    return index < 0 ? "" : userText(index);
  }
  if (/Id$/.test(name) && !OTHER_IDS.has(name)) {
    return Number(value) === 0 ? "" : wireId(Number(value));
  }
  if (INSTRUMENT_FIELD.test(name)) {
    const instrument =
      name === "instrument" ? units.instrument : state.instruments[indexOf(field, name)];
    return instrument === undefined ? "" : instrumentText(instrument);
  }
  if (/^currency$|Currency$/.test(name)) return state.currencies[Number(value)]?.code ?? value;
  if (/(At|from|Since|By)Ms$/.test(name)) {
    return Number(value) === 0 ? "" : new Date(Number(value)).toISOString();
  }
  const scale = decimalsOfName(name);
  if (scale > 0 && Array.isArray(value)) return value.map((one) => unitText(one, 1, scale));
  if (scale > 0) return unitText(value, 1, scale);
  const coin = coinOf(state, name, values, units);
  if (kind === "money" && coin !== undefined) return unitText(value, 1, coin.decimals);
  const { instrument } = units;
  if (kind === "ticks" && instrument !== undefined) {
    return unitText(value, instrument.tickStep, instrument.priceDecimals);
  }
  if (kind === "lots" && instrument !== undefined) {
    return unitText(value, instrument.lotStep, instrument.sizeDecimals);
  }
  return typeof value === "bigint" ? value.toString() : value;
}
