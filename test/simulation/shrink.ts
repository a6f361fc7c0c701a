/** Makes a failing list of commands short. */
import type { Command } from "../../src/core/commands/commands.ts";
import { CheckedCore } from "./checked-core.ts";
import { Coverage } from "./coverage.ts";
import { Violation } from "./violation.ts";
import { draft, stamped } from "./workload/draft.ts";

/** A list of commands that breaks something. */
export class CommandsFailed extends Error {
  readonly seed: number;
  readonly commands: readonly Command[];
  readonly violation: Violation;

  constructor(seed: number, commands: readonly Command[], thrown: unknown) {
    const violation =
      thrown instanceof Violation
        ? thrown
        : new Violation("invariant", commands.length, String(thrown), { cause: thrown });
    super(`seed ${seed}: ${violation.message}`, { cause: thrown });
    this.seed = seed;
    this.commands = commands;
    this.violation = violation;
  }
}

/**
 * Fills gaps in the seqs with ticks of the time before: ids follow from seqs, so a command that is
 * left out must leave its place.
 */
export function withoutGaps(commands: readonly Command[]): Command[] {
  const whole: Command[] = [];
  let timeMs = commands[0]?.timeMs ?? 0;
  for (const command of commands) {
    while (whole.length + 1 < command.seq) {
      whole.push(stamped(draft("tick", {}), whole.length + 1, timeMs));
    }
    whole.push(command);
    timeMs = command.timeMs;
  }
  return whole;
}

/** Plays a list under all checks; answers the final state hash or throws a `Violation`. */
export function playCommands(commands: readonly Command[]): string {
  const core = new CheckedCore(new Coverage());
  const half = Math.floor(commands.length / 2);
  for (const [at, command] of withoutGaps(commands).entries()) {
    if (at === half) core.renewShadow();
    core.apply(command, true);
  }
  core.renewShadow();
  return core.stateHash();
}

function checkFailing(commands: readonly Command[]): Violation | undefined {
  try {
    playCommands(commands);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Violation ? thrown : undefined;
  }
}

/**
 * Leaves out ever smaller parts as long as the same check still fails. Answers `undefined` when the
 * commands alone break nothing: then the fault lies with journal, disk or recovery.
 */
export function shrunk(commands: readonly Command[]): readonly Command[] | undefined {
  const first = checkFailing(commands);
  if (first === undefined) return undefined;
  let kept = commands.filter(({ seq }) => seq <= first.seq);
  for (let length = Math.ceil(kept.length / 2); length >= 1; ) {
    let hasShrunk = false;
    for (let from = Math.max(0, kept.length - length); ; from -= length) {
      const start = Math.max(0, from);
      const rest = [...kept.slice(0, start), ...kept.slice(from + length)];
      if (rest.length < kept.length && checkFailing(rest)?.check === first.check) {
        kept = rest;
        hasShrunk = true;
      }
      if (from <= 0) break;
    }
    if (length === 1 && !hasShrunk) break;
    length = Math.max(1, Math.floor(length / 2));
  }
  return kept;
}
