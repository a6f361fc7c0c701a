/** Random commands through the core and the naive exchange, side by side. */
import { ByteReader, ByteWriter } from "../../src/core/base/bytes.ts";
import { decodeCommand, encodeCommand } from "../../src/core/commands/command-codec.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import { CheckedCore } from "./checked-core.ts";
import type { Coverage } from "./coverage.ts";
import { Random } from "./random.ts";
import { CommandsFailed } from "./shrink.ts";
import { stamped } from "./workload/draft.ts";
import { PROFILES, type ProfileName, profileOf } from "./workload/profiles.ts";
import { Workload } from "./workload/workload.ts";

/** Commands after which both exchanges start empty again, so that scans stay short. */
export const ROUND_COMMANDS = 1_500;
const THOROUGH_PERCENT = 4;
const SHADOW_EVERY = 250;
const START_MS = 1_767_225_600_000;

const writer = new ByteWriter();

/** A command as it comes out of the journal. */
export function throughCodec(command: Command): Command {
  writer.clear();
  encodeCommand(command, writer);
  return decodeCommand(new ByteReader(writer.bytes().slice()), command.seq);
}

/** Milliseconds to the next command: mostly few, sometimes over a funding time. */
export function pauseMs(random: Random): number {
  return random.weighted({ none: 30, few: 55, second: 12, long: 3 }) === "none"
    ? 0
    : random.pick([1, 40, 300, 1_200, 6_000]) + (random.chance(2) ? random.below(30_000_000) : 0);
}

export type RoundTerms = {
  readonly seed: number;
  readonly commands: number;
  readonly profile: ProfileName;
};

/** Plays one round from an empty exchange; answers its commands and the final state hash. */
export function playRound(
  terms: RoundTerms,
  coverage: Coverage,
): { commands: Command[]; stateHash: string } {
  const random = new Random(terms.seed);
  const core = new CheckedCore(coverage);
  const workload = new Workload(random, profileOf(terms.profile), core.oracles.naive.state);
  const commands: Command[] = [];
  let timeMs = START_MS + random.below(86_400_000);
  for (let seq = 1; seq <= terms.commands; seq++) {
    timeMs += workload.isFounding ? 0 : pauseMs(random);
    const command = throughCodec(stamped(workload.next(), seq, timeMs));
    commands.push(command);
    try {
      core.apply(command, random.chance(THOROUGH_PERCENT));
      if (seq % SHADOW_EVERY === 0) core.renewShadow();
    } catch (thrown) {
      throw new CommandsFailed(terms.seed, commands, thrown);
    }
  }
  return { commands, stateHash: core.stateHash() };
}

/** Rounds of the profiles in turn until `commands` were compared; answers how many. */
export function runDifferential(
  terms: {
    readonly firstSeed: number;
    readonly commands: number;
    /** All of them, unless named. */
    readonly profiles?: readonly ProfileName[];
  },
  coverage: Coverage,
  onRound: (done: number) => void,
): number {
  const { profiles = PROFILES } = terms;
  let done = 0;
  for (let round = 0; done < terms.commands; round++) {
    const profile = profiles[round % profiles.length] ?? "maker_taker";
    const commands = Math.min(ROUND_COMMANDS, terms.commands - done);
    playRound({ seed: terms.firstSeed + round, commands, profile }, coverage);
    done += commands;
    onRound(done);
  }
  return done;
}
