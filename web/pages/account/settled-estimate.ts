import { createEffect, createSignal, onCleanup } from "solid-js";
import { failureText } from "../../wire/wire-failure.ts";

/** Wait after the latest change before an estimate is requested, in ms. */
const SETTLED_MS = 300;

/** An estimate: pending or not asked for, known, or refused with a reason. */
export type Estimate<T> =
  | { readonly state: "none" }
  | { readonly state: "known"; readonly value: T }
  | { readonly state: "refused"; readonly reason: string };

const NONE = { state: "none" } as const;

/**
 * Estimates again whenever the request changes and has settled. The request is undefined while the
 * form is not complete; an answer to an earlier request is dropped.
 */
export function createEstimate<Q, T>(
  request: () => Q | undefined,
  load: (request: Q) => Promise<T>,
): () => Estimate<T> {
  const [estimate, setEstimate] = createSignal<Estimate<T>>(NONE);
  createEffect(() => {
    const asked = request();
    setEstimate(NONE);
    if (asked === undefined) return;
    let isOvertaken = false;
    const show = (found: Estimate<T>): void => {
      if (!isOvertaken) setEstimate(found);
    };
    const timer = setTimeout(() => {
      load(asked).then(
        (value) => show({ state: "known", value }),
        (thrown) => show({ state: "refused", reason: failureText(thrown) }),
      );
    }, SETTLED_MS);
    onCleanup(() => {
      isOvertaken = true;
      clearTimeout(timer);
    });
  });
  return estimate;
}
