/** The history of one checkout of this repository, written from a recorded journal. */
import { createHash } from "node:crypto";
import type { JournalFollower } from "../../src/journal/journal-follower.ts";
import type { HistoryFollower } from "../../src/main/history/history-follower.ts";
import type { HistoryStore } from "../../src/projections/history/history-store.ts";
import type { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import { loadModule } from "./checkout.ts";
import { median, rounded } from "./histogram.ts";
import { collectGarbage, cpuMicros, turn } from "./machine.ts";

/** Modules that write a history, of one checkout. */
async function modulesOf(checkout: string) {
  const load = (path: string): Promise<unknown> => loadModule(checkout, path);
  const [follower, store, schema, limits, sqlite, journal, snapshots] = await Promise.all([
    load("src/main/history/history-follower.ts") as Promise<
      typeof import("../../src/main/history/history-follower.ts")
    >,
    load("src/projections/history/history-store.ts") as Promise<
      typeof import("../../src/projections/history/history-store.ts")
    >,
    load("src/projections/history/history-schema.ts") as Promise<
      typeof import("../../src/projections/history/history-schema.ts")
    >,
    load("src/projections/history/limits.ts") as Promise<
      typeof import("../../src/projections/history/limits.ts")
    >,
    load("src/projections/store/sqlite-store.ts") as Promise<
      typeof import("../../src/projections/store/sqlite-store.ts")
    >,
    load("src/journal/journal-follower.ts") as Promise<
      typeof import("../../src/journal/journal-follower.ts")
    >,
    load("src/journal/snapshot-store.ts") as Promise<
      typeof import("../../src/journal/snapshot-store.ts")
    >,
  ]);
  return { ...follower, ...store, ...schema, ...limits, ...sqlite, ...journal, ...snapshots };
}

/** A durable journal, and where to look for snapshots. */
export type RecordedJournal = {
  readonly directory: string;
  readonly snapshotDirectory: string;
  readonly end: ConstructorParameters<typeof JournalFollower>[0]["end"];
};

export class HistoryLane {
  readonly #follower: HistoryFollower;
  readonly #journal: JournalFollower;
  readonly #store: HistoryStore;
  readonly #file: SqliteStore;
  readonly #tables: readonly { readonly name: string; readonly key: readonly string[] }[];
  readonly #cpuMicros: number[] = [];
  readonly #rates: number[] = [];

  private constructor(parts: {
    readonly follower: HistoryFollower;
    readonly journal: JournalFollower;
    readonly store: HistoryStore;
    readonly file: SqliteStore;
    readonly tables: readonly { readonly name: string; readonly key: readonly string[] }[];
  }) {
    this.#follower = parts.follower;
    this.#journal = parts.journal;
    this.#store = parts.store;
    this.#file = parts.file;
    this.#tables = parts.tables;
  }

  /** Opens an empty history of a checkout in a new file. */
  static async open(checkout: string, path: string, from: RecordedJournal): Promise<HistoryLane> {
    const modules = await modulesOf(checkout);
    const file = new modules.SqliteStore(path);
    const retention = modules.RETENTION_DEFAULT;
    const store = new modules.HistoryStore(file, { quietUsers: [], retention });
    const { directory, end } = from;
    const journal = new modules.JournalFollower({ directory, end });
    // Older checkouts need the last seq.
    const extent = { firstSeq: 1, lastSeq: end.seq };
    const follower = await modules.HistoryFollower.open({
      ...{ store, journal, extent },
      snapshots: new modules.SnapshotStore({ directory: from.snapshotDirectory }),
      onSnapshotFault: (fault) => {
        throw fault;
      },
    });
    return new HistoryLane({ follower, journal, store, file, tables: modules.HISTORY_TABLES });
  }

  /** Writes the rows of the commands up to `seq`, or somewhat further, under a clock. */
  async runTo(seq: number): Promise<void> {
    const before = this.#store.appliedSeq;
    if (before >= seq) return;
    collectGarbage();
    const since = process.cpuUsage();
    const startedMs = performance.now();
    while (this.#store.appliedSeq < seq && (await this.#follower.step()));
    const commands = this.#store.appliedSeq - before;
    this.#cpuMicros.push(cpuMicros(since) / commands);
    this.#rates.push((commands / (performance.now() - startedMs)) * 1e3);
    await turn();
  }

  /** Forgets the times so far. */
  forgetTimes(): void {
    this.#cpuMicros.length = 0;
    this.#rates.length = 0;
  }

  figures() {
    return {
      cpuMicrosPerCommand: rounded(median(this.#cpuMicros)),
      cpuMicrosOfFastest: rounded(Math.min(...this.#cpuMicros)),
      perSecond: Math.round(median(this.#rates)),
      perSecondOfFastest: Math.round(Math.max(...this.#rates)),
    };
  }

  /** Number of rows of each table, and their hash. */
  rows(): Readonly<Record<string, string>> {
    const tables = this.#tables.map(({ key, name }) => {
      const order = key.map((field) => field.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));
      const sql = `SELECT * FROM ${name} ORDER BY ${order.join(", ")}`;
      const rows = this.#file.prepare(sql).all([]);
      const hash = createHash("sha256");
      for (const row of rows) hash.update(`${row.join("\u0000")}\n`);
      return [name, `${rows.length} ${hash.digest("hex").slice(0, 16)}`] as const;
    });
    return Object.fromEntries(tables);
  }

  async close(): Promise<void> {
    await this.#journal.close();
    this.#store.close();
  }
}
