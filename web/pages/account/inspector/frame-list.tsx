import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { clockMs, short } from "../../../numbers/format.ts";
import type { LogRow } from "./frame-log.ts";
import type { SeenFrame } from "./seen-frame.ts";

const ARROWS = { request: "⇄", sent: "→", received: "←" } as const;
const WORDS = { request: "request", sent: "sent", received: "received" } as const;

/** The rows of the log: arrow keys move between them, and Enter opens one. */
export function FrameList(props: {
  readonly rows: readonly LogRow[];
  readonly chosen: SeenFrame | undefined;
  /** Opens a frame, or closes the detail. */
  readonly onChoose: (frame: SeenFrame | undefined) => void;
}): JSX.Element {
  const [focused, setFocused] = createSignal<LogRow>();
  // One row is reached by Tab: the one that had the focus, as long as it is in the list.
  const tabStop = createMemo(() => {
    const last = focused();
    if (last !== undefined && props.rows.includes(last)) return last;
    return props.rows.find(({ kind }) => kind !== "gap");
  });
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowUp: now - 1, ArrowDown: now + 1, Home: 0, End: buttons.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    const button = buttons[next];
    button?.focus();
    if (props.chosen !== undefined) button?.click();
  };
  return (
    <ol class="inspector-list" aria-label="Requests and frames" onKeyDown={move}>
      <For each={props.rows}>
        {(row) =>
          row.kind === "gap" ? (
            <li class="inspector-gap warn">
              {clockMs(row.atMs)} {row.text}
            </li>
          ) : (
            <li>
              <button
                type="button"
                class="inspector-row"
                aria-expanded={row === props.chosen}
                tabIndex={row === tabStop() ? 0 : -1}
                onFocus={() => setFocused(row)}
                onClick={() => props.onChoose(row === props.chosen ? undefined : row)}
              >
                <RowCells frame={row} />
              </button>
            </li>
          )
        }
      </For>
    </ol>
  );
}

function RowCells(props: { readonly frame: SeenFrame }): JSX.Element {
  return (
    <>
      <span class="time">{clockMs(props.frame.atMs)}</span>{" "}
      <span class="arrow" aria-hidden="true">
        {ARROWS[props.frame.kind]}
      </span>
      <span class="unseen">{WORDS[props.frame.kind]}</span>{" "}
      <span class="subject">
        {props.frame.method} {props.frame.subject}
        <Show when={props.frame.query}>{(query) => <span class="quiet">?{query()}</span>}</Show>
      </span>{" "}
      <span class="outcome" classList={{ down: props.frame.isRefused }}>
        {outcomeText(props.frame)}
      </span>{" "}
      <span class="number quiet">{durationText(props.frame)}</span>{" "}
      <span class="number quiet">{short(props.frame.bytes)} B</span>
    </>
  );
}

/** Returns status and code as far as a frame has them; a cross says what the colour says. */
function outcomeText({ code, isRefused, status }: SeenFrame): string {
  const shown = [status === 0 ? "" : String(status), isRefused ? code : ""];
  return [isRefused ? "✕" : "", ...shown].filter((part) => part !== "").join(" ");
}

/** Returns the time until the answer; empty where it is not known. */
export function durationText({ durationMs }: SeenFrame): string {
  return durationMs === undefined ? "" : `${short(durationMs, durationMs < 10 ? 1 : 0)} ms`;
}
