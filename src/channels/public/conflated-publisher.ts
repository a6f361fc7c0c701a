import type { ChannelClock } from "../channel-clock.ts";
import { type Member, PushPerArg } from "../push.ts";
import { Paced } from "./paced.ts";
import { BEHIND_RECHECK_MS, type Publisher } from "./publisher.ts";
import type { PushGroup } from "./push-group.ts";

/** Current state that a publisher shows. */
export interface PublishedState {
  /** Changes with the state: nothing is sent while the version is that of the last push. */
  version(): number | string;
  /** The `data` member of a push. */
  dataJson(): string;
}

/**
 * Publishes a channel whose every push is the whole current state: depth of a few levels, tickers.
 * Changes within an interval are conflated to the last one. A subscriber that reads too slowly
 * receives the state at the time when it has caught up.
 */
export class ConflatedPublisher implements Publisher {
  readonly #state: PublishedState;
  readonly #clock: ChannelClock;
  readonly #paced: Paced;
  readonly #members: Member[] = [];
  readonly #behind = new Set<Member>();
  #cancelRecheck: (() => void) | undefined;
  #version: number | string;

  constructor(options: {
    readonly state: PublishedState;
    readonly clock: ChannelClock;
    readonly intervalMs: number;
    readonly group: PushGroup;
  }) {
    this.#state = options.state;
    this.#clock = options.clock;
    this.#version = options.state.version();
    const publish = (): void => this.#publish();
    this.#paced = new Paced(options.clock, options.intervalMs, publish, options.group);
  }

  get memberCount(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    this.#members.push(member);
    this.#sendTo([member]);
  }

  remove(member: Member): void {
    const index = this.#members.indexOf(member);
    if (index >= 0) this.#members.splice(index, 1);
    this.#behind.delete(member);
  }

  changed(): void {
    if (!this.#paced.isWaiting && this.#state.version() !== this.#version) this.#paced.request();
  }

  stop(): void {
    this.#paced.stop();
    this.#cancelRecheck?.();
    this.#cancelRecheck = undefined;
  }

  #publish(): void {
    const version = this.#state.version();
    if (version === this.#version) return;
    this.#version = version;
    this.#sendTo(this.#members);
  }

  #sendTo(members: Iterable<Member>): void {
    const pushes = new PushPerArg("snapshot", this.#state.dataJson(), this.#clock.nowMs());
    for (const member of members) {
      if (member.subscriber.isBehind) {
        this.#behind.add(member);
      } else {
        this.#behind.delete(member);
        member.subscriber.send(pushes.of(member.argJson));
      }
    }
    if (this.#behind.size > 0) this.#scheduleRecheck();
  }

  #scheduleRecheck(): void {
    this.#cancelRecheck ??= this.#clock.after(BEHIND_RECHECK_MS, () => {
      this.#cancelRecheck = undefined;
      if (this.#behind.size > 0) this.#sendTo([...this.#behind]);
    });
  }
}
