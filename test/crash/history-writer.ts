/**
 * Writes a story into a history file and says after each block how far it is. A thread moves the
 * pages of each block from the log into the file.
 */
import {
  CHECKPOINT_PAGES_MIN,
  ThreadCheckpoints,
} from "../../src/main/history/thread-checkpoints.ts";
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import { longStory, STORY_SETTINGS } from "../support/history-fixture.ts";

const [path = "", seed = ""] = process.argv.slice(2);
const checkpoints = new ThreadCheckpoints(path);
const file = new SqliteStore(path, { beforeTransaction: () => checkpoints.wait() });
const history = new HistoryStore(file, STORY_SETTINGS);
history.listInstruments(STORY_SETTINGS.instruments);
for (const words of longStory(Number(seed))) {
  history.apply(words);
  checkpoints.committed(CHECKPOINT_PAGES_MIN);
  process.stdout.write(`${history.appliedSeq}\n`);
}
