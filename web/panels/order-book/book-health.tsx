import { createEffect, createMemo, createSignal, type JSX, onCleanup } from "solid-js";
import type { BookStream } from "../../streams/book.ts";

const NAMES = { good: "Live", loading: "Loading", stale: "Stale" } as const;

/** A dot and words that say whether the book is complete, how often it is pushed, and its gaps. */
export function BookHealth(props: { readonly book: BookStream | undefined }): JSX.Element {
  const [health, setHealth] = createSignal<keyof typeof NAMES>("loading");
  const [refusal, setRefusal] = createSignal<string>();
  const [rate, setRate] = createSignal(0);
  const [gaps, setGaps] = createSignal(0);
  createEffect(() => {
    const { book } = props;
    if (book === undefined) return;
    let before = book.pushes;
    const read = (): void => {
      setHealth(book.health);
      setRefusal(book.refusal);
      setGaps(book.gaps);
    };
    read();
    const stop = book.onChange(read);
    const timer = setInterval(() => {
      setRate(book.pushes - before);
      before = book.pushes;
    }, 1000);
    onCleanup(() => {
      stop();
      clearInterval(timer);
    });
  });
  const words = createMemo(() => {
    const reason = refusal();
    return reason === undefined ? NAMES[health()] : `Refused: ${reason}`;
  });
  return (
    <p class="book-health" data-health={health()}>
      <span class="dot" aria-hidden="true" />
      <span role="status">
        <span class="unseen">Order book: </span>
        {words()}
      </span>
      <span class="quiet">
        {rate()} pushes/s · {gaps()} {gaps() === 1 ? "gap" : "gaps"}
      </span>
    </p>
  );
}
