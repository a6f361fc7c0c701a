/** The story that the crash test's child process writes and its parent compares with. */
import { eventStory, STORY_INSTRUMENTS } from "./event-story.ts";
import type { RebuildSettings } from "./rebuilt-history.ts";

const DAY_MS = 86_400_000;

/** Short retentions, so that pruning takes part. */
export const STORY_SETTINGS: RebuildSettings = {
  instruments: STORY_INSTRUMENTS,
  quietUsers: [3],
  retention: {
    tradesMs: 2 * DAY_MS,
    minuteCandlesMs: DAY_MS,
    hourCandlesMs: 4 * DAY_MS,
    userRowsMs: 10 * DAY_MS,
  },
};

/** About sixteen days in 1,000 commands. */
export function longStory(seed: number): Float64Array[] {
  return eventStory({ seed, commands: 1_000, stepMs: 2_800_000, batchMax: 20 });
}
