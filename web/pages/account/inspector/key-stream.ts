import type { StreamEvent } from "../../../wire/event-reader.ts";
import { WireFailure } from "../../../wire/wire-failure.ts";
import type { InspectedItem } from "./seen-frame.ts";

export type StreamState =
  | { readonly kind: "connecting" | "open" }
  /** It has ended, and is opened again at a time in Unix ms. */
  | { readonly kind: "waiting"; readonly reason: string; readonly retryAtMs: number }
  /** The exchange refuses it for good. */
  | { readonly kind: "refused"; readonly reason: string };

export type StreamListener = {
  readonly item: (item: InspectedItem) => void;
  /** Items are missing before the next one, for a reason that a person can read. */
  readonly gap: (text: string) => void;
  readonly state: (state: StreamState) => void;
};

/** What a stream needs from its surroundings. */
export type StreamPorts = {
  /** As `readEventStream`, of an API key. */
  readonly read: (
    apiKey: string,
    onEvent: (event: StreamEvent) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Calls a function after a time in ms. */
  readonly later: (run: () => void, afterMs: number) => void;
  readonly nowMs: () => number;
};

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 15_000;
/** Wait where the user or the exchange has as many streams as it may: those of closed pages end. */
const RETRY_FULL_MS = 10_000;

/** Everything that an API key sends and receives, read again after each end. */
export class KeyStream {
  readonly #apiKey: string;
  readonly #listener: StreamListener;
  readonly #ports: StreamPorts;
  readonly #abort = new AbortController();
  #retryMs = RETRY_FIRST_MS;
  /** Reason of the end that the next opening makes a gap of. */
  #ended: string | undefined;
  #wasOpen = false;

  constructor(apiKey: string, listener: StreamListener, ports: StreamPorts) {
    this.#apiKey = apiKey;
    this.#listener = listener;
    this.#ports = ports;
    this.#open();
  }

  /** Ends it for good: nothing is reported any more. */
  close(): void {
    this.#abort.abort();
  }

  #open(): void {
    const { signal } = this.#abort;
    if (signal.aborted) return;
    this.#ended = undefined;
    this.#listener.state({ kind: "connecting" });
    this.#ports
      .read(this.#apiKey, (event) => this.#event(event), signal)
      .then(
        () => this.#wait(this.#ended ?? "the exchange ended the stream", this.#retryMs),
        (thrown: unknown) => this.#failed(thrown),
      );
  }

  #event({ data, event }: StreamEvent): void {
    if (event === "open") this.#opened();
    if (event === "end") this.#ended = (JSON.parse(data) as { readonly reason: string }).reason;
    if (event !== "") return;
    const item = JSON.parse(data) as InspectedItem;
    if (item.droppedBefore > 0) {
      this.#listener.gap(`${item.droppedBefore} left out: the key was too busy to show all`);
    }
    this.#listener.item(item);
  }

  #opened(): void {
    this.#retryMs = RETRY_FIRST_MS;
    if (this.#wasOpen) this.#listener.gap("The stream was interrupted: requests may be missing");
    this.#wasOpen = true;
    this.#listener.state({ kind: "open" });
  }

  #failed(thrown: unknown): void {
    if (!(thrown instanceof WireFailure)) this.#wait(String(thrown), this.#retryMs);
    else if (thrown.status === 429) {
      this.#wait("too many streams are open: close another inspector", RETRY_FULL_MS);
    } else if (thrown.status >= 400 && thrown.status < 500) {
      if (this.#abort.signal.aborted) return;
      const reason = `${thrown.message} (${thrown.code})`;
      this.#listener.state({ kind: "refused", reason });
    } else this.#wait(thrown.message, this.#retryMs);
  }

  #wait(reason: string, afterMs: number): void {
    if (this.#abort.signal.aborted) return;
    const retryAtMs = this.#ports.nowMs() + afterMs;
    this.#listener.state({ kind: "waiting", reason, retryAtMs });
    this.#retryMs = Math.min(RETRY_MAX_MS, this.#retryMs * 2);
    this.#ports.later(() => this.#open(), afterMs);
  }
}
