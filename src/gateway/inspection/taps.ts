/**
 * Open streams of what keys send and receive. Without one, a request or frame costs the check of
 * one field; while any is open, the look-up of its key.
 */
import type { Writable } from "node:stream";
import {
  type InspectedItem,
  type InspectedRequest,
  REMOVED,
  SHOWN_MAX,
  shown,
  shownBytes,
  shownQuery,
} from "./inspected.ts";
import { Tap, type TapKey, type Watcher } from "./tap.ts";

/** Streams that a main account and its sub-accounts may have open, and the exchange in all. */
export const TAPS_PER_FAMILY = 4;
const TAPS_MAX = 32;

/** A request with its answer, as the route has them. */
export type AnsweredRequest = {
  readonly keyId: string;
  readonly isVerified: boolean;
  /** Whether neither body may be shown, because the answer holds a secret. */
  readonly isSecret: boolean;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Buffer | undefined;
  readonly status: number;
  readonly answer: string;
  readonly acceptedAtMs: number;
  /** Monotonic time at the start, in ms; 0 when no stream was open. */
  readonly startedMs: number;
};

function restItem(request: AnsweredRequest): InspectedRequest {
  const { isSecret, startedMs } = request;
  const secret = { text: REMOVED, isCut: false };
  const sent = isSecret ? secret : shownBytes(request.body);
  const answered = isSecret ? secret : shown(request.answer);
  const elapsedMs = startedMs === 0 ? 0 : performance.now() - startedMs;
  return {
    kind: "rest",
    time: String(request.acceptedAtMs),
    durationUs: String(Math.round(elapsedMs * 1_000)),
    ...{ requestId: request.requestId, isVerified: request.isVerified },
    ...{ method: request.method, path: request.path, query: shownQuery(request.query) },
    ...{ requestBody: sent.text, isRequestCut: sent.isCut, status: request.status },
    ...{ responseBody: answered.text, isResponseCut: answered.isCut },
  };
}

export class Taps {
  readonly #byKey = new Map<string, Set<Tap>>();
  readonly #all = new Set<Tap>();

  /** Whether no stream is open: nothing needs to be reported. */
  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Whether a main account and its sub-accounts may open one more. */
  hasRoom(mainIndex: number): boolean {
    const open = [...this.#all].filter(({ watcher }) => watcher.mainIndex === mainIndex);
    return this.#all.size < TAPS_MAX && open.length < TAPS_PER_FAMILY;
  }

  /** Opens a stream; the caller has checked that the watcher may see the key. */
  open(stream: Writable, about: { readonly target: TapKey; readonly watcher: Watcher }): void {
    const { keyId } = about.target;
    const tap: Tap = new Tap(stream, { ...about, onEnd: () => this.#remove(tap, keyId) });
    this.#all.add(tap);
    const ofKey = this.#byKey.get(keyId) ?? new Set();
    this.#byKey.set(keyId, ofKey.add(tap));
  }

  /** Reports a request and its answer to the streams of its key. */
  answered(request: AnsweredRequest): void {
    const ofKey = this.#byKey.get(request.keyId);
    if (ofKey === undefined) return;
    const length = Math.min(request.body?.length ?? 0, SHOWN_MAX) + request.answer.length;
    this.#add(ofKey, length, () => restItem(request));
  }

  /** Reports a text frame of a connection of a key, `nowMs` in ms since 1970. */
  frame(keyId: string, direction: "in" | "out", text: string, nowMs: number): void {
    const ofKey = this.#byKey.get(keyId);
    if (ofKey === undefined) return;
    this.#add(ofKey, text.length, () => {
      const time = String(Math.floor(nowMs));
      return { kind: "frame", time, direction, ...shown(text) };
    });
  }

  /** Ends the streams of a key that was changed or deleted, and those that it watches. */
  keyChanged(apiKey: string): void {
    this.#endIf(({ target, watcher }) => target.keyId === apiKey || watcher.keyId === apiKey, KEY);
  }

  /** The same for all keys of a user whose access was changed. */
  accessChanged(userIndex: number): void {
    const concerns = (key: TapKey): boolean => key.userIndex === userIndex;
    this.#endIf(({ target, watcher }) => concerns(target) || concerns(watcher), ACCESS);
  }

  /** Ends all streams. */
  endAll(): void {
    this.#endIf(() => true, "the exchange stops");
  }

  #endIf(concerns: (tap: Tap) => boolean, reason: string): void {
    for (const tap of [...this.#all]) if (concerns(tap)) tap.end(reason);
  }

  #add(taps: ReadonlySet<Tap>, length: number, make: () => InspectedItem): void {
    const nowMs = performance.now();
    let item: InspectedItem | undefined;
    for (const tap of taps) {
      if (!tap.takes(length, nowMs)) continue;
      item ??= make();
      tap.add(item);
    }
  }

  #remove(tap: Tap, keyId: string): void {
    this.#all.delete(tap);
    const ofKey = this.#byKey.get(keyId);
    ofKey?.delete(tap);
    if (ofKey?.size === 0) this.#byKey.delete(keyId);
  }
}

const KEY = "the API key was changed";
const ACCESS = "the access of the account was changed";
