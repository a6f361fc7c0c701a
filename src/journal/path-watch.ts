/** Detects that files in use were removed or replaced: writes to them would then be lost. */
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** Interval in ms between two checks of the paths. */
export const WATCH_INTERVAL_MS = 1_000;

export interface PathWatchOptions {
  /** Files and directories that must keep their identity; the list may change over time. */
  readonly paths: () => readonly string[];
  /** Called once, for the first path that is gone or names another file. */
  readonly onMoved: (message: string) => void;
  readonly intervalMs?: number;
}

type Identity = { readonly dev: bigint; readonly ino: bigint };

/** Compares device and inode of each path with their first values. */
export class PathWatch {
  readonly #options: PathWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #known = new Map<string, Identity>();
  #isChecking = false;
  #isEnded = false;

  /** All paths must exist. */
  constructor(options: PathWatchOptions) {
    this.#options = options;
    for (const path of options.paths()) this.#known.set(path, statSync(path, { bigint: true }));
    this.#timer = setInterval(
      () => void this.#checkPaths(),
      options.intervalMs ?? WATCH_INTERVAL_MS,
    );
    this.#timer.unref();
  }

  stop(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  /** Checks all paths; skipped while the previous check is still waiting for a slow disk. */
  async #checkPaths(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const current = new Map<string, Identity>();
    for (const path of this.#options.paths()) {
      const found = await identityOf(path);
      // A segment that is no longer in use may be removed.
      if (this.#isEnded || !this.#options.paths().includes(path)) continue;
      const known = this.#known.get(path);
      if (found === "unknown") {
        if (known !== undefined) current.set(path, known);
        continue;
      }
      if (found === undefined) return this.#moved(`${path} is gone`);
      if (known !== undefined && (known.dev !== found.dev || known.ino !== found.ino)) {
        return this.#moved(`${path} was replaced`);
      }
      current.set(path, found);
    }
    this.#known = current;
    this.#isChecking = false;
  }

  #moved(cause: string): void {
    this.stop();
    this.#options.onMoved(
      `${cause} while the exchange used it: nothing more can be kept; put it back before the ` +
        "next start, or restore the data directory from a copy",
    );
  }
}

/** Returns undefined for a missing path, "unknown" when the system cannot tell now. */
async function identityOf(path: string): Promise<Identity | "unknown" | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return { dev, ino };
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : "";
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : "unknown";
  }
}
