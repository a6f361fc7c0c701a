/** A history on the caller's own thread: for tests, simulation and tools. */
import { SqliteStore } from "../store/sqlite-store.ts";
import type { HistorySettings, PostedHistory } from "./history.ts";
import { historyReader } from "./history-reader.ts";
import { HistoryStore } from "./history-store.ts";

function openStore(settings: HistorySettings): HistoryStore {
  const file = new SqliteStore(settings.path);
  try {
    return new HistoryStore(file, settings);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Every post is committed when it returns. */
export function inThreadHistory(settings: HistorySettings): PostedHistory {
  const store = openStore(settings);
  return {
    ...historyReader(async (asked) => store.find(asked)),
    get appliedSeq() {
      return store.appliedSeq;
    },
    get appliedMs() {
      return store.appliedMs;
    },
    fault: undefined,
    listInstruments: (instruments) => store.listInstruments(instruments),
    addQuietUsers: (users) => store.addQuietUsers(users),
    post: (words) => store.apply(words),
    flush: async () => store.appliedSeq,
    [Symbol.asyncDispose]: async () => store.close(),
  };
}
