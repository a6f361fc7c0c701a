/** A value of the exchange that a component shows, loaded when it is mounted and on demand. */
import { createSignal, onCleanup, onMount } from "solid-js";
import { failureText, WireFailure } from "../wire/wire-failure.ts";
import { keptParts } from "./kept-parts.ts";

/** Wait after an answer that a rate limit refused, in ms: the limits count per second. */
const RETRY_MS = 1_200;

export type Loaded<T> = {
  /** The latest value; undefined before the first. */
  value(): T | undefined;
  /** Why the latest load failed; undefined after a success. */
  failure(): string | undefined;
  reload(): void;
};

/**
 * Loads a value, and again every `everyMs` while the page is visible. An answer that a later load
 * has overtaken is dropped. What an answer repeats keeps its objects, so that a list redraws the
 * rows that changed and the focus stays in the others.
 */
export function loaded<T>(load: () => Promise<T>, everyMs?: number): Loaded<T> {
  const [value, setValue] = createSignal<T>();
  const [failure, setFailure] = createSignal<string>();
  let turn = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const reload = (): void => {
    clearTimeout(retry);
    turn += 1;
    const mine = turn;
    load().then(
      (next) => {
        if (mine !== turn) return;
        setValue((before) => (before === undefined ? next : keptParts(before, next)));
        setFailure(undefined);
      },
      (thrown: unknown) => {
        if (mine !== turn) return;
        const isTooOften = thrown instanceof WireFailure && thrown.status === 429;
        if (isTooOften) retry = setTimeout(reload, RETRY_MS);
        else setFailure(failureText(thrown));
      },
    );
  };
  onMount(reload);
  if (everyMs !== undefined) {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") reload();
    }, everyMs);
    onCleanup(() => clearInterval(timer));
  }
  onCleanup(() => {
    clearTimeout(retry);
    turn += 1;
  });
  return { value, failure, reload };
}
