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
};

export function createDebts(): Debts {
  return { table: new DebtTable(), hour: 0, hours: 0, nextUser: 0, marks: [], terms: [] };
}
