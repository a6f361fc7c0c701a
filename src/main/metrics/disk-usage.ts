/** Sizes of the parts of the data directory, and the room that its file system has left. */
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Registry } from "prom-client";
import { HISTORY_FILE } from "../history/start-history-thread.ts";
import { gaugeSeries } from "./series.ts";

/** Shortest interval between two looks at the disk, in ms. */
export const DISK_INTERVAL_MS = 15_000;

/** Archived segments never change, so that their sizes are read once. */
const UNCHANGING = ".zst";

const PARTS = ["journal", "snapshots", "history"] as const;
type Part = (typeof PARTS)[number];

type Usage = {
  readonly bytes: Readonly<Record<Part, number>>;
  readonly freeBytes: number;
  readonly sizeBytes: number;
};

type Options = {
  /** Data directory; `undefined` when nothing is kept on disk: then there are no series. */
  readonly dataDir: string | undefined;
  /** Monotonic clock in ms. */
  readonly nowMs: () => number;
};

/** Returns the size of a file, 0 when it has been removed. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}

/** Sums the sizes of the files of one directory, one file at a time. */
class DirectorySize {
  readonly #path: string;
  #known = new Map<string, number>();

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<number> {
    const names = await readdir(this.#path).catch((): string[] => []);
    const known = new Map<string, number>();
    let bytes = 0;
    for (const name of names) {
      const size = this.#known.get(name) ?? (await sizeOf(join(this.#path, name)));
      if (name.endsWith(UNCHANGING)) known.set(name, size);
      bytes += size;
    }
    this.#known = known;
    return bytes;
  }
}

/**
 * Looks at the disk in the background, when the page is rendered and `DISK_INTERVAL_MS` have
 * passed. A page shows the figures of the last look, and does not wait for a disk that hangs.
 */
class DiskUsage {
  readonly #dataDir: string;
  readonly #nowMs: () => number;
  readonly #journal: DirectorySize;
  readonly #snapshots: DirectorySize;
  #usage: Usage | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #isLooking = false;

  constructor(dataDir: string, nowMs: () => number) {
    this.#dataDir = dataDir;
    this.#nowMs = nowMs;
    this.#journal = new DirectorySize(join(dataDir, "journal"));
    this.#snapshots = new DirectorySize(join(dataDir, "snapshots"));
  }

  /** Returns the last figures, and begins a new look when they are old. */
  read(): Usage | undefined {
    if (!this.#isLooking && this.#nowMs() - this.#lookedAtMs >= DISK_INTERVAL_MS) {
      this.#isLooking = true;
      this.#lookedAtMs = this.#nowMs();
      this.#look()
        // An unreadable disk has conditions of its own; the series are absent meanwhile.
        .catch(() => {
          this.#usage = undefined;
        })
        .finally(() => {
          this.#isLooking = false;
        });
    }
    return this.#usage;
  }

  async #look(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#dataDir);
    const history = join(this.#dataDir, HISTORY_FILE);
    const bytes = {
      journal: await this.#journal.read(),
      snapshots: await this.#snapshots.read(),
      history: (await sizeOf(history)) + (await sizeOf(`${history}-wal`)),
    };
    this.#usage = { bytes, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  }
}

/** Registers the metrics of the data directory. */
export function diskMetrics(registry: Registry, { dataDir, nowMs }: Options): void {
  const disk = dataDir === undefined ? undefined : new DiskUsage(dataDir, nowMs);
  disk?.read();
  const parts = {
    name: "data_bytes",
    help: "Size of a part of the data directory",
    labelNames: ["part"] as const,
  };
  gaugeSeries(registry, parts, (set) => {
    const usage = disk?.read();
    if (usage === undefined) return;
    for (const part of PARTS) set({ part }, usage.bytes[part]);
  });
  const ofFileSystem = (name: string, help: string, read: (usage: Usage) => number): void => {
    gaugeSeries(registry, { name, help, labelNames: [] }, (set) => {
      const usage = disk?.read();
      if (usage !== undefined) set({}, read(usage));
    });
  };
  ofFileSystem(
    "data_disk_free_bytes",
    "Room for the exchange on the file system of the data directory",
    ({ freeBytes }) => freeBytes,
  );
  ofFileSystem(
    "data_disk_size_bytes",
    "Size of the file system of the data directory",
    ({ sizeBytes }) => sizeBytes,
  );
}
