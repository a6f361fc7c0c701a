/** Plays a program against the founded market and measures what the colluders gained. */
import { checkAudit } from "../../simulation/checked-core.ts";
import { draft } from "../../simulation/workload/draft.ts";
import { Play, STEP_MS } from "./acting.ts";
import { INDEX, type Stage } from "./colluders.ts";
import { MOVES } from "./moves.ts";
import type { Program } from "./program.ts";

/** How long forced trades have to come to an end, in seconds. */
const SETTLING_SECONDS = 5;

/** Gains in dollars at the prices of the world; losses are negative. */
export type Gains = {
  readonly colluders: number;
  readonly house: number;
  /** Of the honest people together. */
  readonly honest: number;
  /** What colluders repaid with other coins, each counted up to the hourly limit. */
  readonly repaid: number;
  readonly commands: number;
};

/** Plays a program to its end; the audit must hold there. */
export function playProgram(stage: Stage, program: Program): Gains {
  const play = new Play(stage, program);
  const world = INDEX * (1 + program.staleMove / 1_000);
  const before = play.worth(world);
  play.quote();
  for (let second = 0; second < program.staleSeconds; second++) {
    play.core.nowMs += STEP_MS;
    play.core.apply(draft("tick", {}));
  }
  for (const move of program.moves) MOVES[move.kind](play, move);
  if (program.staleMove === 0) play.wait(SETTLING_SECONDS);
  checkAudit(play.core.state);
  const after = play.worth(world);
  const colluders = after.colluders - before.colluders;
  const all = after.all - before.all;
  const { length: commands } = play.core.commands;
  const repaid = play.repaid(play.core.state.lending.rules.repaymentHourlyUsd);
  return { colluders, house: -all, honest: all - colluders, repaid, commands };
}
