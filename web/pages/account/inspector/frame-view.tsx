import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { clock } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { FrameDetail } from "./frame-detail.tsx";
import { type FrameFilter, isLetThrough, NO_FILTER } from "./frame-filter.ts";
import { FrameList } from "./frame-list.tsx";
import { type FrameLog, frameLog, type LogRow, ROWS_MAX } from "./frame-log.ts";
import type { SeenFrame } from "./seen-frame.ts";

const KINDS = [
  ["all", "Requests and frames"],
  ["request", "Requests"],
  ["sent", "Frames sent"],
  ["received", "Frames received"],
] as const;

/** The frames of an API key, or of this page where the key is empty. */
export function FrameView(props: {
  readonly apiKey: string;
  /** Asks for another stream, which mounts the view again. */
  readonly onRetry: () => void;
}): JSX.Element {
  let body: HTMLDivElement | undefined;
  const log = frameLog(props.apiKey);
  const [filter, setFilter] = createSignal<FrameFilter>(NO_FILTER);
  const [chosen, setChosen] = createSignal<SeenFrame>();
  const rows = createMemo((): readonly LogRow[] => {
    const used = filter();
    return log.rows().filter((row) => row.kind === "gap" || isLetThrough(row, used));
  });
  const close = (): void => {
    const row = body?.querySelector<HTMLElement>("button[aria-expanded=true]");
    setChosen();
    row?.focus();
  };
  return (
    <div class="inspector">
      <StreamStatus log={log} apiKey={props.apiKey} onRetry={props.onRetry} />
      <FilterFields log={log} filter={filter()} onFilter={setFilter} />
      <Show
        when={rows().length > 0}
        fallback={
          <Show when={log.rows().length > 0} fallback={<FirstSteps apiKey={props.apiKey} />}>
            <EmptyState title="The filter lets none of the rows through">
              <Button onClick={() => setFilter(NO_FILTER)}>Show all</Button>
            </EmptyState>
          </Show>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the detail in it */}
        <div
          ref={(element) => {
            body = element;
          }}
          class="inspector-body"
          data-open={chosen() !== undefined}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || chosen() === undefined) return;
            event.preventDefault();
            close();
          }}
        >
          <FrameList rows={rows()} chosen={chosen()} onChoose={setChosen} />
          <Show when={chosen()}>{(frame) => <FrameDetail frame={frame()} onClose={close} />}</Show>
        </div>
        <p class="quiet">
          {rows().length} of the latest {log.rows().length} rows; the inspector keeps {ROWS_MAX}.
        </p>
      </Show>
    </div>
  );
}

/** Whether the stream of the key is open, and what happens if it is not. */
function StreamStatus(props: {
  readonly log: FrameLog;
  readonly apiKey: string;
  readonly onRetry: () => void;
}): JSX.Element {
  const text = (): string => {
    const state = props.log.state();
    if (props.apiKey === "") return "Everything on the screen comes by the interface of programs.";
    if (state.kind === "refused") return `The exchange refuses the stream: ${state.reason}`;
    if (state.kind === "waiting") {
      return `Interrupted: ${state.reason}. It is tried again at ${clock(state.retryAtMs)}.`;
    }
    if (state.kind === "connecting") return "Connecting…";
    return "Live: all that the key sends and receives from now on.";
  };
  const isFaulty = (): boolean => ["waiting", "refused"].includes(props.log.state().kind);
  return (
    <p role="status" classList={{ warn: isFaulty(), quiet: !isFaulty() }}>
      {text()}{" "}
      <Show when={isFaulty()}>
        <Button size="small" onClick={() => props.onRetry()}>
          Try again
        </Button>
      </Show>
    </p>
  );
}

function FilterFields(props: {
  readonly log: FrameLog;
  readonly filter: FrameFilter;
  readonly onFilter: (filter: FrameFilter) => void;
}): JSX.Element {
  const change = (changed: Partial<FrameFilter>): void => {
    props.onFilter({ ...props.filter, ...changed });
  };
  // Compared by value: options that are replaced would close the open list.
  const subjects = createMemo(
    () => {
      const seen = props.log.rows().flatMap((row) => (row.kind === "gap" ? [] : [row.subject]));
      return [...new Set([...seen, props.filter.subject])].filter((one) => one !== "").sort();
    },
    [],
    { equals: (one, other) => one.join("\n") === other.join("\n") },
  );
  const options = createMemo(() => [
    ["", "All"] as const,
    ...subjects().map((subject) => [subject, subject] as const),
  ]);
  return (
    <div class="inspector-filter">
      <Field
        label="Contains"
        value={props.filter.text}
        placeholder="place-order, BTCUSDT, 40762 …"
        onValue={(text) => change({ text })}
      />
      <Select
        label="Kind"
        options={KINDS}
        value={props.filter.kind}
        onValue={(kind) => change({ kind })}
      />
      <Select
        label="Path or channel"
        options={options()}
        value={props.filter.subject}
        onValue={(subject) => change({ subject })}
      />
      <Check
        label="Errors only"
        checked={props.filter.isRefusedOnly}
        onValue={(isRefusedOnly) => change({ isRefusedOnly })}
      />
      <span class="inspector-acts">
        <Button
          aria-pressed={props.log.isPaused()}
          onClick={() => props.log.pause(!props.log.isPaused())}
        >
          {props.log.isPaused() ? `Go on (${props.log.unseen()} new)` : "Pause"}
        </Button>
        <Button onClick={() => props.log.clear()}>Clear</Button>
      </span>
    </div>
  );
}
