/** All that the core keeps of unified accounts' debts: what is owed, and the hour being charged. */
import type { Atoms, RateE8, Ticks } from "../money/units.ts";
import { DebtTable } from "./debt-table.ts";

/** What a coin of a realm cost when the hour was fixed. */
export type HourTerms = {
  readonly realm: number;
  readonly currency: number;
  readonly dailyRate: RateE8;
  readonly interestFree: Atoms;
};

export type Debts = {
  readonly table: DebtTable;
  /** The latest hour that was fixed, counted from the Unix epoch. */
  hour: number;
  /** Hours that began with it and are charged together: more than one after a standstill. */
  hours: number;
  /** The next user to be charged; 0 when all have been. */
  nextUser: number;
  /** Mark prices and rates of the moment when the hour was fixed; empty when all are charged. */
  readonly marks: Ticks[];
  readonly terms: HourTerms[];
  /** The hour that `repaid` is of, counted from the Unix epoch. */
  repaidHour: number;
  /** By parent account, what was repaid with other coins in that hour, in 10^-8 US dollars. */
  readonly repaid: Map<number, bigint>;
};

export function createDebts(): Debts {
  const hours = { hour: 0, hours: 0, nextUser: 0, marks: [], terms: [] };
  return { table: new DebtTable(), ...hours, repaidHour: 0, repaid: new Map() };
}
