/** Bad margin commands: unknown user or instrument, spot, another realm, out of bounds. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import { NOTHING, UNKNOWN_USER } from "./spoil.ts";

type OfRow = "set_leverage" | "set_margin_mode" | "adjust_margin" | "set_auto_margin";

/** Users 4 and 5 have a unified account, instrument 0 is spot, 4 is in the other realm. */
function ofAnotherRow(command: DraftOf<OfRow>, random: Random): CommandDraft {
  const changes = [
    { user: UNKNOWN_USER },
    { user: 4 },
    { user: 5 },
    { instrument: NOTHING },
    { instrument: 0 },
    { instrument: 4 },
  ];
  return { ...command, ...random.pick(changes) } as unknown as CommandDraft;
}

function spoiledLeverage(command: DraftOf<"set_leverage">, random: Random): CommandDraft {
  if (random.chance(50)) return ofAnotherRow(command, random);
  const changes = [
    { positionSide: "long" } as const,
    { leverage: 0 },
    { leverage: 126 },
    { leverage: 1 },
  ];
  return draft("set_leverage", { ...command, ...random.pick(changes) });
}

function spoiledAdjustment(command: DraftOf<"adjust_margin">, random: Random): CommandDraft {
  if (random.chance(50)) return ofAnotherRow(command, random);
  const changes = [
    { positionSide: "net" } as const,
    { amount: 0n },
    { amount: 2n ** 60n },
    { amount: -(2n ** 60n) },
  ];
  return draft("adjust_margin", { ...command, ...random.pick(changes) });
}

function spoiledTiers(command: DraftOf<"set_position_tiers">, random: Random): CommandDraft {
  const changes = [
    { instrument: NOTHING },
    { instrument: 0 },
    { valueMaxes: [] },
    { valueMaxes: [5, 5, 9] },
    { valueMaxes: [5, 9] },
    { leverageMaxes: [1, 2, 3] },
    { leverageMaxes: [1_001, 2, 1] },
    { maintenanceRatesE6: [1_000, 900, 50_000] },
    { maintenanceRatesE6: [0, 900, 50_000] },
    { maintenanceRatesE6: [1_000_001, 1_000_001, 1_000_001] },
  ];
  return draft("set_position_tiers", { ...command, ...random.pick(changes) });
}

export const SPOILED_MARGIN = {
  set_leverage: spoiledLeverage,
  set_margin_mode: ofAnotherRow,
  adjust_margin: spoiledAdjustment,
  set_auto_margin: ofAnotherRow,
  set_position_tiers: spoiledTiers,
} as const;
