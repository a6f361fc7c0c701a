/** The real sequencer over a machine of the core, with its log in memory. */
import type { CommandOutcome } from "../../src/core/base/outcome.ts";
import type { Command, CommandDraft } from "../../src/core/commands/commands.ts";
import type { EventBuffer } from "../../src/core/events/event-buffer.ts";
import { EphemeralCommandLog } from "../../src/journal/ephemeral-command-log.ts";
import type { StateMachine } from "../../src/journal/state-machine.ts";
import { CORE_CODEC } from "../../src/main/core-machine.ts";
import { Sequencer } from "../../src/sequencer/sequencer.ts";
import {
  COIN_DECIMALS,
  listingTerms,
  TEST_COLLATERALS,
  TEST_CURRENCIES,
  TEST_LISTINGS,
} from "./test-listings.ts";

export type CoreSequencer = Sequencer<Command, CommandOutcome, EventBuffer>;

/** Opens an empty log and returns its sequencer; a fatal fault of the sequencer is thrown. */
export async function inMemorySequencer(
  machine: StateMachine<Command, CommandOutcome, EventBuffer>,
  clockMs: () => number,
): Promise<CoreSequencer> {
  const log = new EphemeralCommandLog();
  const { lastSeq, lastHash, epoch } = await log.open();
  return new Sequencer<Command, CommandOutcome, EventBuffer>({
    log,
    codec: CORE_CODEC,
    machine,
    start: { appliedSeq: lastSeq, timeMs: 0, journalHash: lastHash, epoch },
    clockMs,
    onFatal: (fatal) => {
      throw new Error(`the sequencer runs, got ${fatal.code}: ${fatal.message}`, {
        cause: fatal.cause,
      });
    },
  });
}

/** Applies a command and returns its outcome; throws when it is rejected. */
export async function applyAccepted(
  sequencer: CoreSequencer,
  command: CommandDraft,
): Promise<CommandOutcome> {
  const outcome = await sequencer.submitAndWait({ ...command });
  if (outcome.rejection === undefined) return outcome;
  throw new Error(`${command.kind} is accepted, got ${outcome.rejection}`);
}

/** Lists the test currencies and instruments, and sets collateral terms and index prices. */
export async function listTestMarkets(sequencer: CoreSequencer): Promise<void> {
  const apply = (command: CommandDraft) => applyAccepted(sequencer, command);
  for (const currency of TEST_CURRENCIES) {
    await apply({ kind: "list_currency", decimals: COIN_DECIMALS, ...currency });
  }
  for (const terms of TEST_COLLATERALS) await apply({ kind: "set_collateral", ...terms });
  for (const listing of TEST_LISTINGS) await apply(listingTerms(listing));
  const instruments = TEST_LISTINGS.map((_, index) => index);
  const prices = TEST_LISTINGS.map(({ index }) => index);
  await apply({ kind: "set_index_prices", instruments, prices });
}
