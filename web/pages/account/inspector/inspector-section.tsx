import { useSearchParams } from "@solidjs/router";
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { loadKeys } from "../keys/own-keys.ts";
import { Panel } from "../panel.tsx";
import { FrameView } from "./frame-view.tsx";
import "./inspector.css";

/** What this page or an API key sends and receives: raw frames with their times. */
export function InspectorSection(): JSX.Element {
  const [search, setSearch] = useSearchParams<{ key?: string }>();
  const [attempt, setAttempt] = createSignal(0);
  const keys = loaded(loadKeys);
  const apiKey = (): string => [search.key ?? ""].flat()[0] ?? "";
  // A new object mounts the view again, with a stream and a list of its own.
  const source = createMemo(() => ({ apiKey: apiKey(), attempt: attempt() }));
  const options = createMemo((): readonly (readonly [string, string])[] => {
    const own = keys.value()?.list ?? [];
    const known = own.map((key) => [key.apiKey, `Key ${key.label || key.apiKey}`] as const);
    // A main account may also read the keys of its sub-accounts, which are not in its list.
    const isOther = apiKey() !== "" && own.every((key) => key.apiKey !== apiKey());
    return [["", "This page"], ...known, ...(isOther ? [[apiKey(), apiKey()] as const] : [])];
  });
  return (
    <Panel title="Requests and frames, newest first">
      <div class="inspector-source">
        <Select
          label="Sent and received by"
          options={options()}
          value={apiKey()}
          onValue={(key) => setSearch({ key: key === "" ? undefined : key })}
        />
        <Show when={keys.failure()}>
          {(text) => (
            <p class="warn" role="alert">
              The keys cannot be listed: {text()}
            </p>
          )}
        </Show>
        <Show when={keys.value()?.list.length === 0}>
          <p class="quiet">
            <a href="/account/keys">Create a key</a> to see what a program sends and receives.
          </p>
        </Show>
      </div>
      <Show when={source()} keyed>
        {({ apiKey: shown }) => (
          <FrameView apiKey={shown} onRetry={() => setAttempt((count) => count + 1)} />
        )}
      </Show>
    </Panel>
  );
}
