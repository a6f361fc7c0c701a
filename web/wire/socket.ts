/** A WebSocket to the exchange that reconnects and restores its subscriptions. */
import { createSignal } from "solid-js";
import { shownUid } from "./shown-user.ts";
import { recordFrame, recordRoundTrip } from "./traffic.ts";

export type ChannelArg = Readonly<Record<string, string>>;

/** A push of a channel, in the envelope of the interface. */
export type Push = {
  readonly action: "snapshot" | "update";
  readonly arg: ChannelArg;
  readonly data: readonly unknown[];
  /** Time of the push, Unix ms. */
  readonly ts: number;
};

/** `connecting` until the first success; `lost` between a lost connection and its successor. */
export type SocketState = "connecting" | "open" | "lost" | "closed";

export type ChannelListener = {
  push(push: Push): void;
  /** The channel begins again with a snapshot, after a lost connection. */
  restart?(): void;
  /** The exchange has opened the channel: whatever happens from now on is pushed. */
  subscribed?(): void;
  /** The exchange refuses the channel. */
  refused?(code: number, message: string): void;
};

type Channel = { readonly arg: ChannelArg; readonly listeners: Set<ChannelListener> };

const PING_EVERY_MS = 15_000;
/** Silence after which a connection counts as lost, in ms; each ping is answered. */
const SILENT_MS = 22_000;
const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 8_000;
/** Arguments of one request; the interface bounds the bytes of a request. */
const ARGS_PER_REQUEST = 20;

export class ExchangeSocket {
  readonly #path: string;
  readonly #logsIn: boolean;
  readonly #channels = new Map<string, Channel>();
  readonly #asked = new Map<string, "subscribe" | "unsubscribe">();
  #socket: WebSocket | undefined;
  #isReady = false;
  #isFlushPlanned = false;
  #retryMs = RETRY_FIRST_MS;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #pingSentMs: number | undefined;
  readonly state: () => SocketState;
  readonly #setState: (state: SocketState) => void;
  /** Time of the latest push or answer, by `performance.now()`. */
  heardAtMs = 0;

  /** `path` begins with a slash; with `logsIn` the session of the browser logs in. */
  constructor(path: string, logsIn: boolean) {
    this.#path = path;
    this.#logsIn = logsIn;
    const [state, setState] = createSignal<SocketState>("connecting");
    this.state = state;
    this.#setState = setState;
    this.#connect();
  }

  /** Listens to a channel, which is subscribed once for all listeners; returns how to stop. */
  subscribe(arg: ChannelArg, listener: ChannelListener): () => void {
    const key = channelKey(arg);
    let channel = this.#channels.get(key);
    const isNew = channel === undefined;
    channel ??= { arg, listeners: new Set() };
    this.#channels.set(key, channel);
    channel.listeners.add(listener);
    // A channel that has pushed its snapshot pushes another one to a repeated request.
    if (isNew || this.#isReady) this.#ask(key, "subscribe");
    return () => this.#leave(key, listener);
  }

  /** Ends the connection for good. */
  close(): void {
    this.#setState("closed");
    clearTimeout(this.#retryTimer);
    this.#drop();
  }

  #leave(key: string, listener: ChannelListener): void {
    const channel = this.#channels.get(key);
    if (channel === undefined) return;
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0) return;
    this.#asked.delete(key);
    if (this.#isReady) this.#ask(key, "unsubscribe");
    else this.#channels.delete(key);
  }

  #ask(key: string, op: "subscribe" | "unsubscribe"): void {
    this.#asked.set(key, op);
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushPlanned = false;
    if (!this.#isReady) return;
    for (const op of ["unsubscribe", "subscribe"] as const) {
      const keys = [...this.#asked].flatMap(([key, asked]) => (asked === op ? [key] : []));
      const args = keys.flatMap((key) => {
        const arg = this.#channels.get(key)?.arg;
        return arg === undefined ? [] : [arg];
      });
      for (let from = 0; from < args.length; from += ARGS_PER_REQUEST) {
        this.#send(JSON.stringify({ op, args: args.slice(from, from + ARGS_PER_REQUEST) }));
      }
      if (op === "unsubscribe") for (const key of keys) this.#channels.delete(key);
    }
    this.#asked.clear();
  }

  #connect(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${this.#path}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.heardAtMs = performance.now();
      this.#pingTimer = setInterval(() => this.#ping(), PING_EVERY_MS);
      const login = { session: "1", uid: shownUid() };
      if (this.#logsIn) this.#send(JSON.stringify({ op: "login", args: [login] }));
      else this.#ready();
      this.#ping();
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #ready(): void {
    this.#isReady = true;
    this.#retryMs = RETRY_FIRST_MS;
    this.#setState("open");
    for (const key of this.#channels.keys()) this.#asked.set(key, "subscribe");
    this.#flush();
  }

  #lost(): void {
    this.#drop();
    if (this.state() === "closed") return;
    this.#setState("lost");
    for (const { listeners } of this.#channels.values()) {
      for (const listener of listeners) listener.restart?.();
    }
    this.#retryTimer = setTimeout(
      () => this.#connect(),
      this.#retryMs * (0.75 + Math.random() / 2),
    );
    this.#retryMs = Math.min(RETRY_MAX_MS, this.#retryMs * 2);
  }

  #drop(): void {
    this.#isReady = false;
    this.#pingSentMs = undefined;
    clearInterval(this.#pingTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #ping(): void {
    if (performance.now() - this.heardAtMs > SILENT_MS) {
      this.#lost();
      return;
    }
    this.#pingSentMs = Date.now();
    this.#socket?.send("ping");
  }

  #send(text: string): void {
    this.#record("sent", text);
    this.#socket?.send(text);
  }

  #record(direction: "sent" | "received", text: string): void {
    recordFrame({
      atMs: Date.now(),
      transport: "socket",
      direction,
      target: this.#path,
      sent: direction === "sent" ? text : "",
      received: direction === "received" ? text : "",
      status: 0,
      durationMs: 0,
    });
  }

  #receive(text: string): void {
    this.heardAtMs = performance.now();
    if (text === "pong") {
      if (this.#pingSentMs !== undefined) recordRoundTrip(this.#pingSentMs, undefined);
      this.#pingSentMs = undefined;
      return;
    }
    this.#record("received", text);
    const message = JSON.parse(text) as Partial<Push> & Control;
    if (message.event !== undefined) this.#control(message);
    else if (message.arg !== undefined && message.data !== undefined) {
      const channel = this.#channels.get(channelKey(message.arg));
      if (channel === undefined) return;
      for (const listener of channel.listeners) listener.push(message as Push);
    }
  }

  #control({ arg, code, event, msg }: Control): void {
    if (event === "login") this.#ready();
    if (arg === undefined) return;
    for (const listener of this.#channels.get(channelKey(arg))?.listeners ?? []) {
      if (event === "subscribe") listener.subscribed?.();
      if (event === "error") listener.refused?.(code ?? 0, msg ?? "");
    }
  }
}

type Control = {
  readonly event?: string;
  readonly arg?: ChannelArg;
  readonly code?: number;
  readonly msg?: string;
};

function channelKey(arg: ChannelArg): string {
  return JSON.stringify(Object.entries(arg).sort(([one], [other]) => (one < other ? -1 : 1)));
}
