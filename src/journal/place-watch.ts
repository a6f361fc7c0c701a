/** Notices that files in use were removed or replaced: what is written to them is then lost. */
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** How often the paths are looked at, in ms. */
export const WATCH_INTERVAL_MS = 1_000;

export interface PlaceWatchOptions {
  /** Files and directories that must stay what they are; may change with time. */
  readonly paths: () => readonly string[];
  /** Hears once of a path that is gone or names something else. */
  readonly onMoved: (message: string) => void;
  readonly intervalMs?: number;
}

type Identity = { readonly dev: bigint; readonly ino: bigint };

/** Compares device and inode of each path with those it had at first. */
export class PlaceWatch {
  readonly #options: PlaceWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #known = new Map<string, Identity>();
  #isLooking = false;
  #isEnded = false;

  /** The paths must be there. */
  constructor(options: PlaceWatchOptions) {
    this.#options = options;
    for (const path of options.paths()) this.#known.set(path, statSync(path, { bigint: true }));
    this.#timer = setInterval(() => void this.#look(), options.intervalMs ?? WATCH_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  /** A disk that hangs delays one look; it does not pile them up. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const seen = new Map<string, Identity>();
    for (const path of this.#options.paths()) {
      const found = await identityOf(path);
      // A segment that went out of use meanwhile may be removed.
      if (this.#isEnded || !this.#options.paths().includes(path)) continue;
      const known = this.#known.get(path);
      if (found === "unknown") {
        if (known !== undefined) seen.set(path, known);
        continue;
      }
      if (found === undefined) return this.#moved(`${path} is gone`);
      if (known !== undefined && (known.dev !== found.dev || known.ino !== found.ino)) {
        return this.#moved(`${path} was replaced`);
      }
      seen.set(path, found);
    }
    this.#known = seen;
    this.#isLooking = false;
  }

  #moved(what: string): void {
    this.stop();
    this.#options.onMoved(
      `${what} while the exchange used it: nothing more can be kept; put it back before the next ` +
        "start, or restore the data directory from a copy",
    );
  }
}

/** Undefined where nothing is; "unknown" when the system cannot tell now. */
async function identityOf(path: string): Promise<Identity | "unknown" | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return { dev, ino };
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : "";
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : "unknown";
  }
}
