/** Counts of honest orders, of those that met a rule, and of those refused for other reasons. */

import { DOCUMENTED_RULES, RULES, type Rule } from "./rules.ts";
import { PHASES, type Phase } from "./world-prices.ts";

export const GROUPS = [
  "makers",
  "large makers",
  "hedgers",
  "takers",
  "stop holders",
  "borrowers",
] as const;
export type Group = (typeof GROUPS)[number];

/** Counts of one group in one phase. */
export type Cell = {
  /** Orders, plans, amendments of them, and the orders of plans that fired. */
  orders: number;
  /** Those of plans that fired. */
  fired: number;
  /** Loans, repayments and transfers. */
  requests: number;
  readonly met: Map<Rule, number>;
  readonly refused: Map<string, number>;
};

function increase<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function emptyCell(): Cell {
  return { orders: 0, fired: 0, requests: 0, met: new Map(), refused: new Map() };
}

export class Tally {
  readonly #cells = new Map<string, Cell>();

  cell(phase: Phase, group: Group): Cell {
    const key = `${phase} ${group}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const cell = emptyCell();
    this.#cells.set(key, cell);
    return cell;
  }

  /** Sum of the groups, or of those named, in one phase. */
  sum(phase: Phase, groups: readonly Group[] = GROUPS): Cell {
    const sum = emptyCell();
    for (const group of groups) {
      const { fired, met, orders, refused, requests } = this.cell(phase, group);
      sum.orders += orders;
      sum.fired += fired;
      sum.requests += requests;
      for (const [rule, count] of met) increase(sum.met, rule, count);
      for (const [reason, count] of refused) increase(sum.refused, reason, count);
    }
    return sum;
  }

  meet(phase: Phase, group: Group, rule: Rule): void {
    increase(this.cell(phase, group).met, rule);
  }

  refuse(phase: Phase, group: Group, reason: string): void {
    increase(this.cell(phase, group).refused, reason);
  }

  get orders(): number {
    return PHASES.reduce((sum, phase) => sum + this.sum(phase).orders, 0);
  }
}

/** Orders of a cell that met a rule of the product: false alarms. */
export function alarmsOf({ met }: Cell): number {
  let sum = 0;
  for (const [rule, count] of met) if (!DOCUMENTED_RULES.includes(rule)) sum += count;
  return sum;
}

/** False alarms as a share of all orders and requests. */
export function alarmShareOf(cell: Cell): number {
  return alarmsOf(cell) / Math.max(1, cell.orders + cell.requests);
}

function shareText(count: number, { orders, requests }: Cell): string {
  return count === 0 ? "0" : `${((100 * count) / Math.max(1, orders + requests)).toFixed(4)} %`;
}

function rowOf(name: string, cells: readonly Cell[], countOf: (cell: Cell) => number): string {
  const shares = cells.map((cell) => `${countOf(cell)} | ${shareText(countOf(cell), cell)}`);
  return `| ${[name, ...shares].join(" | ")} |`;
}

/** A table in Markdown: orders of each phase that met each rule, and their share of all. */
export function tableOf(tally: Tally): string {
  const sums = PHASES.map((phase) => tally.sum(phase));
  const heads = PHASES.map((phase) => `${phase} | share`);
  const rules = RULES.map((rule) => rowOf(rule, sums, ({ met }) => met.get(rule) ?? 0));
  const groups = GROUPS.map((group) => {
    const cells = PHASES.map((phase) => tally.cell(phase, group));
    const all = cells.map(({ orders, requests }) => orders + requests).join(" and ");
    return rowOf(`false alarms of ${group}, of ${all}`, cells, alarmsOf);
  });
  const all = sums.map(({ orders, requests }) => orders + requests).join(" and ");
  return [
    `| rule | ${heads.join(" | ")} |`,
    `|${" --- |".repeat(1 + 2 * PHASES.length)}`,
    ...rules,
    ...groups,
    rowOf(`all false alarms, of ${all}`, sums, alarmsOf),
  ].join("\n");
}
