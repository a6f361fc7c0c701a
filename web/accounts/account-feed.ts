import { createSignal } from "solid-js";
import type { ChannelArg, ExchangeSocket, Push } from "../wire/socket.ts";

/** Time after which a failed loading is tried again, in ms. */
const RETRY_MS = 1_000;

export type FeedChannel = {
  readonly arg: ChannelArg;
  push(push: Push): void;
};

/**
 * Private channels with the snapshot that they continue: it is loaded once the exchange has opened
 * all of them, and again after each lost connection.
 */
export class AccountFeed {
  readonly #load: () => Promise<void>;
  readonly #channelCount: number;
  readonly #opened = new Set<FeedChannel>();
  /** Counts lost connections, so that a loading that began before one does not count after it. */
  #connection = 0;
  #isLoading = false;
  readonly #setCurrent: (isCurrent: boolean) => void;
  /** Whether everything was loaded since the connection was made; a signal. */
  readonly isCurrent: () => boolean;

  constructor(socket: ExchangeSocket, channels: readonly FeedChannel[], load: () => Promise<void>) {
    this.#load = load;
    this.#channelCount = channels.length;
    const [isCurrent, setCurrent] = createSignal(false);
    this.isCurrent = isCurrent;
    this.#setCurrent = setCurrent;
    for (const channel of channels) {
      socket.subscribe(channel.arg, {
        push: (push) => channel.push(push),
        restart: () => this.#restart(),
        subscribed: () => this.#open(channel),
      });
    }
  }

  /** Whether the next load is yet to begin, so that it will show whatever was pushed so far. */
  isLoadAhead(): boolean {
    return this.#opened.size < this.#channelCount;
  }

  #restart(): void {
    if (this.#opened.size > 0) this.#connection += 1;
    this.#opened.clear();
    this.#setCurrent(false);
  }

  #open(channel: FeedChannel): void {
    if (this.#opened.has(channel)) return;
    this.#opened.add(channel);
    if (this.#opened.size === this.#channelCount) void this.#loadAll();
  }

  async #loadAll(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const connection = this.#connection;
    const isLoaded = await this.#load().then(
      () => true,
      () => false,
    );
    this.#isLoading = false;
    if (this.isLoadAhead()) return;
    if (isLoaded && connection === this.#connection) this.#setCurrent(true);
    else setTimeout(() => void this.#loadAll(), isLoaded ? 0 : RETRY_MS);
  }
}
