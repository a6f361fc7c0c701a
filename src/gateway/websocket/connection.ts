import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ChannelClock } from "../../channels/channel-clock.ts";
import type { Push, Subscriber } from "../../channels/push.ts";
import type { Taps } from "../inspection/taps.ts";
import { Outbox } from "./outbox.ts";
import { textFrame } from "./text-frame.ts";
import type { ConnectionGroup, TurnFlush } from "./turn-flush.ts";
import type { WebSocketLimits } from "./websocket-limits.ts";

/** Close codes of RFC 6455 section 7.4.1. */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  serviceRestart: 1012,
} as const;

/**
 * Transport of one client: queues outgoing data, bounds it, and closes with a reason. Public data
 * waits at its channel while the client is behind. Other data is queued up to `bufferedBytesMax`;
 * then the connection is closed, because a gap would give the client a wrong state.
 */
export class Connection implements Subscriber {
  readonly #webSocket: WebSocket;
  readonly #outbox: Outbox;
  readonly #limits: WebSocketLimits;
  readonly #clock: ChannelClock;
  readonly #onSlow: () => void;
  readonly #taps: Taps;
  readonly #turn: TurnFlush;
  #group: ConnectionGroup | undefined;
  /** Key that has logged in; its taps get the frames. */
  keyId: string | undefined;
  #isClosing = false;

  constructor(options: {
    readonly webSocket: WebSocket;
    readonly socket: Duplex;
    readonly turn: TurnFlush;
    readonly limits: WebSocketLimits;
    readonly clock: ChannelClock;
    /** Called when the connection is closed because its client reads too slowly. */
    readonly onSlow: () => void;
    readonly taps: Taps;
  }) {
    this.#webSocket = options.webSocket;
    this.#turn = options.turn;
    this.#outbox = new Outbox(options.socket, options.turn);
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#onSlow = options.onSlow;
    this.#taps = options.taps;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Bytes queued here and in the socket. */
  get bufferedBytes(): number {
    return this.#outbox.buffered;
  }

  /** Joined by the first subscription to a paced channel. */
  get group(): ConnectionGroup {
    this.#group ??= this.#turn.joinGroup();
    return this.#group;
  }

  get isBehind(): boolean {
    return this.#isClosing || this.#outbox.buffered >= this.#limits.behindBytes;
  }

  send(push: Push): void {
    this.#send(push, false);
  }

  sendPrivate(push: Push): void {
    this.#send(push, true);
    this.#checkReader();
  }

  #send(push: Push, isPrivate: boolean): void {
    if (this.#isClosing) return;
    if (!this.#taps.isEmpty) this.#inspect("out", push.text);
    push.frame ??= textFrame(push.text);
    this.#outbox.addFrame(push.frame, isPrivate);
  }

  /** Queues an answer. */
  answer(text: string): void {
    if (this.#isClosing) return;
    if (!this.#taps.isEmpty) this.#inspect("out", text);
    this.#outbox.addText(text);
    this.#checkReader();
  }

  /** Reports a received message to the taps of the key. */
  received(text: string): void {
    if (!this.#taps.isEmpty) this.#inspect("in", text);
  }

  #inspect(direction: "in" | "out", text: string): void {
    if (this.keyId === undefined) return;
    this.#taps.frame(this.keyId, direction, text, this.#clock.nowMs());
  }

  /** Marks the client as disconnected: nothing more is queued or handled. */
  gone(): void {
    this.#isClosing = true;
    this.#group?.leave();
    this.#group = undefined;
  }

  /** Cuts the connection without a close frame. */
  cut(): void {
    this.#webSocket.terminate();
  }

  /** Sends the queued data, then the close frame; cuts off a client that does not read. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#outbox.flush();
    this.#webSocket.close(code, reason);
    this.#clock.after(this.#limits.closingMs, () => this.#webSocket.terminate());
  }

  /** Stops and resumes reading from the client. */
  pause(): void {
    this.#webSocket.pause();
  }

  resume(): void {
    this.#webSocket.resume();
  }

  #checkReader(): void {
    if (this.#isClosing || this.#outbox.buffered < this.#limits.bufferedBytesMax) return;
    this.#onSlow();
    this.close(CLOSE.policy, "reader too slow: unsent private data reached its limit");
  }
}
