import { createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { clock } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { type Frame, onFrameSeen, recentFrames } from "../../../wire/traffic.ts";
import { Panel } from "../panel.tsx";
import { asCurl, codeOf, type FrameFilter, filtered, isRefusal, readable } from "./frame-text.ts";
import "./inspector.css";

/** Frames that are listed at once. */
const ROWS_MAX = 200;

const TRANSPORTS = [
  ["all", "Requests and pushes"],
  ["rest", "Requests"],
  ["socket", "Pushes"],
] as const;

/** What this page has sent and received: raw frames with their times. */
export function InspectorSection(): JSX.Element {
  const [frames, setFrames] = createSignal<readonly Frame[]>([...recentFrames()]);
  const [isPaused, setPaused] = createSignal(false);
  const [filter, setFilter] = createSignal<FrameFilter>({
    ...{ text: "", isRefusedOnly: false, transport: "all" },
  });
  onCleanup(onFrameSeen(() => !isPaused() && setFrames([...recentFrames()])));
  const rows = (): readonly Frame[] => filtered(frames(), filter()).slice(-ROWS_MAX).toReversed();
  const change = (changed: Partial<FrameFilter>): void => {
    setFilter((known) => ({ ...known, ...changed }));
  };
  return (
    <Panel
      title="Frames of this page, newest first"
      actions={
        <Button aria-pressed={isPaused()} onClick={() => setPaused(!isPaused())}>
          {isPaused() ? "Go on" : "Pause"}
        </Button>
      }
    >
      <p class="quiet">
        Everything on the screen comes by the interface that programs use. For the requests of an
        API key read <code>GET /terminal/v1/inspect</code>, which is described in the{" "}
        <a href="/docs">documentation</a>.
      </p>
      <div class="inspector-filter">
        <Field
          label="Contains"
          value={filter().text}
          placeholder="place-order, BTCUSDT, 40762 …"
          onValue={(text) => change({ text })}
        />
        <Select
          label="Kind"
          options={TRANSPORTS}
          value={filter().transport}
          onValue={(transport) => change({ transport })}
        />
        <Check
          label="Refused only"
          checked={filter().isRefusedOnly}
          onValue={(isRefusedOnly) => change({ isRefusedOnly })}
        />
      </div>
      <Show
        when={rows().length > 0}
        fallback={
          <EmptyState title="No frame is like this">
            Trade, or open another page and come back: the last 500 frames are kept.
          </EmptyState>
        }
      >
        <div class="inspector-list">
          <For each={rows()}>{(frame) => <FrameRow frame={frame} />}</For>
        </div>
      </Show>
    </Panel>
  );
}

function FrameRow(props: { readonly frame: Frame }): JSX.Element {
  const isRest = (): boolean => props.frame.transport === "rest";
  const arrow = (): string =>
    isRest() ? "⇄" : props.frame.direction === "sent" ? "→ sent" : "← received";
  const copy = (): void => {
    navigator.clipboard
      .writeText(asCurl(props.frame, location.origin))
      .then(() => showToast({ kind: "good", text: "Copied as a curl command" }), showFailure);
  };
  return (
    <details>
      <summary>
        <span>{clock(props.frame.atMs)}</span> <span>{arrow()}</span>{" "}
        <span class="mono">{props.frame.target}</span>{" "}
        <span classList={{ down: isRefusal(props.frame) }}>{codeOf(props.frame)}</span>{" "}
        <Show when={isRest()}>
          <span class="quiet">{Math.round(props.frame.durationMs)} ms</span>
        </Show>
      </summary>
      <Show when={props.frame.sent}>{(text) => <FrameText title="Sent" text={text()} />}</Show>
      <Show when={props.frame.received}>
        {(text) => <FrameText title="Received" text={text()} />}
      </Show>
      <Show when={isRest()}>
        <Button size="small" onClick={copy}>
          Copy as curl
        </Button>
      </Show>
    </details>
  );
}

function FrameText(props: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <>
      <h3>{props.title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys */}
      <pre tabIndex={0}>{readable(props.text)}</pre>
    </>
  );
}
