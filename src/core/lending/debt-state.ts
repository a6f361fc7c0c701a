/** State of the debts of unified accounts, and of the hour whose interest is being charged. */
import type { Atoms, RateE8, Ticks } from "../money/units.ts";
import { DebtTable } from "./debt-table.ts";

/** Interest terms of a coin of a realm, recorded at the start of an hour. */
export type HourTerms = {
  /** Index of the realm. */
  readonly realm: number;
  readonly currency: number;
  readonly dailyRate: RateE8;
  readonly interestFree: Atoms;
};

export type Debts = {
  readonly table: DebtTable;
  /** Latest recorded hour, counted from the Unix epoch; 0 before the first one. */
  hour: number;
  /** Hours that are charged together with it; more than one after a pause of the exchange. */
  hours: number;
  /** Next user to charge for the recorded hour; 0 when all are charged. */
  nextUser: number;
  /** Mark prices, by instrument, and interest terms of that hour; empty when all are charged. */
  readonly marks: Ticks[];
  readonly terms: HourTerms[];
  /** Hour that `repaid` counts, from the Unix epoch. */
  repaidHour: number;
  /** By parent account, debts repaid with other coins in that hour, in 10^-8 US dollars. */
  readonly repaid: Map<number, bigint>;
};

export function createDebts(): Debts {
  const hours = { hour: 0, hours: 0, nextUser: 0, marks: [], terms: [] };
  return { table: new DebtTable(), ...hours, repaidHour: 0, repaid: new Map() };
}
