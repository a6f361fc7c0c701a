/** Writes a story into a history file and says after each block how far it is. */
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import { longStory, STORY_SETTINGS } from "../support/history-fixture.ts";

const [path = "", seed = ""] = process.argv.slice(2);
const history = new HistoryStore(new SqliteStore(path), STORY_SETTINGS);
history.listInstruments(STORY_SETTINGS.instruments);
for (const words of longStory(Number(seed))) {
  history.apply(words);
  process.stdout.write(`${history.appliedSeq}\n`);
}
