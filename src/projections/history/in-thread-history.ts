/** History on the caller's own thread, for tests, simulation and tools. */
import { SqliteStore } from "../store/sqlite-store.ts";
import type { HistorySettings, PostedHistory } from "./history.ts";
import { HistoryAhead } from "./history-fault.ts";
import { historyReader } from "./history-reader.ts";
import { HistoryStore } from "./history-store.ts";

function openStore(settings: HistorySettings): HistoryStore {
  const { durableSeq: journalSeq, path } = settings;
  const file = new SqliteStore(path);
  try {
    const store = new HistoryStore(file, settings);
    const { appliedSeq: historySeq } = store;
    if (historySeq > journalSeq) throw new HistoryAhead(path, { historySeq, journalSeq });
    return store;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Opens a history on the caller's thread; every post is committed when it returns. */
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
    lagMs: 0,
    fault: undefined,
    listCurrencies: (currencies) => store.listCurrencies(currencies),
    listInstruments: (instruments) => store.listInstruments(instruments),
    importPaths: (paths) => store.importPaths(paths),
    addQuietUsers: (users) => store.addQuietUsers(users),
    post: (words) => store.apply(words),
    flush: async () => store.appliedSeq,
    [Symbol.asyncDispose]: async () => store.close(),
  };
}
