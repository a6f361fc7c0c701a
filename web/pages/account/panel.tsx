import { type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import type { Loaded } from "../../state/loaded.ts";

/** A part of an account page with its heading. */
export function Panel(props: {
  readonly title: string;
  readonly actions?: JSX.Element;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <section class="account-panel" aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {props.actions}
      </header>
      {props.children}
    </section>
  );
}

/** Shows a loaded value, that it is loading, or why it cannot be loaded. */
export function WhenLoaded<T>(props: {
  readonly from: Loaded<T>;
  readonly children: (value: () => T) => JSX.Element;
}): JSX.Element {
  return (
    <>
      <Show when={props.from.failure()}>
        {(text) => (
          <p class="warn" role="alert">
            {text()}{" "}
            <Button size="small" onClick={() => props.from.reload()}>
              Try again
            </Button>
          </p>
        )}
      </Show>
      <Show
        when={props.from.value() !== undefined}
        fallback={
          <Show when={props.from.failure() === undefined}>
            <p class="quiet">Loading…</p>
          </Show>
        }
      >
        {props.children(() => props.from.value() as T)}
      </Show>
    </>
  );
}
