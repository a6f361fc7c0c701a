/** Tiers of positions as a person writes them, and the act that sets them. */
import Big from "big.js";
import type { Act } from "../acts/asked-act.ts";
import { type InstrumentName, nameOf } from "./listed-instrument.ts";

export type Tier = {
  /** Largest value of a position in the tier, in whole quote coins. */
  readonly valueMax: number;
  readonly leverageMax: number;
  /** Share of the value, decimal text. */
  readonly maintenanceRate: string;
};

/** A row of `GET /admin/v1/position-tiers`. */
export type TiersOfContract = InstrumentName & { readonly tiers: readonly Tier[] };

/** A tier whose members are texts that a person writes. */
export type WrittenTier = Readonly<Record<keyof Tier, string>>;

const WHOLE = /^\d{1,15}$/;
const RATE = /^0?\.\d{1,8}$|^[01]$/;

/** Returns the tiers, or what is wrong with the first wrong one. */
export function readTiers(
  rows: readonly WrittenTier[],
): { readonly tiers: readonly Tier[] } | { readonly fault: string } {
  const tiers: Tier[] = [];
  for (const [index, row] of rows.entries()) {
    const name = `Tier ${index + 1}`;
    const before = tiers.at(-1);
    if (!WHOLE.test(row.valueMax)) return { fault: `${name}: the value is a whole number` };
    if (!WHOLE.test(row.leverageMax)) return { fault: `${name}: the leverage is a whole number` };
    if (!RATE.test(row.maintenanceRate)) {
      return { fault: `${name}: the maintenance rate is a share such as 0.005` };
    }
    const tier = {
      valueMax: Number(row.valueMax),
      leverageMax: Number(row.leverageMax),
      maintenanceRate: new Big(row.maintenanceRate).toFixed(),
    };
    if (before !== undefined && tier.valueMax <= before.valueMax) {
      return { fault: `${name}: the value is larger than that of the tier before` };
    }
    tiers.push(tier);
  }
  return { tiers };
}

function tierText(tier: Tier | undefined): string {
  if (tier === undefined) return "none";
  return `up to ${tier.valueMax}: ${tier.leverageMax}×, maintenance ${tier.maintenanceRate}`;
}

/** Returns a sentence for each tier that differs. */
export function tierEffects(before: readonly Tier[], after: readonly Tier[]): readonly string[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_value, index) => {
    const [old, changed] = [tierText(before[index]), tierText(after[index])];
    return old === changed ? [] : [`Tier ${index + 1}: ${old} → ${changed}`];
  }).flat();
}

/** Returns tiers as the form shows them before a person writes. */
export function writtenTiers({ tiers }: TiersOfContract): readonly WrittenTier[] {
  return tiers.map(({ leverageMax, maintenanceRate, valueMax }) => {
    return { valueMax: String(valueMax), leverageMax: String(leverageMax), maintenanceRate };
  });
}

/** Returns the act that sets the tiers of a contract. */
export function tiersAct(
  contract: TiersOfContract,
  tiers: readonly Tier[],
  onDone: () => void,
): Act {
  return {
    title: `Change tiers of ${contract.symbol}`,
    effects: [
      ...tierEffects(contract.tiers, tiers),
      "At once, also for open positions: a higher maintenance rate can liquidate them. " +
        "The exchange then shows the effect and asks back.",
    ],
    method: "PUT",
    path: "/position-tiers",
    body: { ...nameOf(contract), tiers },
    repeat: contract.symbol,
    done: () => `Tiers of ${contract.symbol} changed`,
    onDone,
  };
}
