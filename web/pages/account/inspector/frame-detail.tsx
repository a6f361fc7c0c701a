import { createSignal, For, type JSX, onMount, Show } from "solid-js";
import { clockMs, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { REALM } from "../../../wire/realm.ts";
import { COPY_FORMS, type CopyForm, copiedText } from "./copied-request.ts";
import { durationText } from "./frame-list.tsx";
import { readable, type SeenFrame } from "./seen-frame.ts";

const LOOKS = [
  ["pretty", "Pretty"],
  ["raw", "Raw"],
] as const;
type Look = (typeof LOOKS)[number][0];

/** Screens on which the detail stands in place of the list, which inspector.css knows too. */
const NARROW = "(max-width: 800px)";

function copy(what: string, text: string): void {
  navigator.clipboard
    .writeText(text)
    .then(() => showToast({ kind: "good", text: `Copied: ${what}` }))
    .catch(showFailure);
}

/** Everything that is known of a frame, and ways to send a request again. */
export function FrameDetail(props: {
  readonly frame: SeenFrame;
  readonly onClose: () => void;
}): JSX.Element {
  const [look, setLook] = createSignal<Look>("pretty");
  let closing: HTMLButtonElement | undefined;
  onMount(() => {
    if (matchMedia(NARROW).matches) closing?.focus();
  });
  return (
    <section class="inspector-detail" aria-label="Detail">
      <header>
        <h3 class="mono">
          {props.frame.method} {props.frame.subject}
        </h3>
        <Button
          ref={(element) => {
            closing = element;
          }}
          look="plain"
          aria-label="Close the detail"
          onClick={() => props.onClose()}
        >
          ✕
        </Button>
      </header>
      <Facts frame={props.frame} />
      <Show when={props.frame.kind === "request"}>
        <CopyButtons frame={props.frame} />
      </Show>
      <Segments label="Look of the texts" options={LOOKS} value={look()} onValue={setLook} />
      <Show when={props.frame.query}>
        {(query) => <FrameText title="Query" text={query()} look={look()} shown={queryLines} />}
      </Show>
      <Show when={props.frame.sent}>
        {(text) => <FrameText title="Sent" text={text()} look={look()} shown={readable} />}
      </Show>
      <Show when={props.frame.received}>
        {(text) => <FrameText title="Received" text={text()} look={look()} shown={readable} />}
      </Show>
    </section>
  );
}

function Facts(props: { readonly frame: SeenFrame }): JSX.Element {
  const facts = (): readonly (readonly [string, string])[] => [
    ["Time", clockMs(props.frame.atMs)],
    ["Status", props.frame.status === 0 ? "" : String(props.frame.status)],
    ["Code", `${props.frame.code}${props.frame.isRefused ? " (refused)" : ""}`],
    ["Answered after", durationText(props.frame)],
    ["Size", `${short(props.frame.bytes)} B`],
  ];
  return (
    <>
      <dl class="account-figures">
        <For each={facts().filter(([, text]) => text !== "")}>
          {([title, text]) => (
            <div>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          )}
        </For>
      </dl>
      <For each={props.frame.notes}>{(note) => <p class="quiet">{note}</p>}</For>
      <Show when={props.frame.kind === "request"}>
        <p class="quiet">Headers are not recorded: they hold the credentials.</p>
      </Show>
    </>
  );
}

function CopyButtons(props: { readonly frame: SeenFrame }): JSX.Element {
  const texts = (): readonly (readonly [CopyForm, string])[] => {
    const target = { baseUrl: location.origin, realm: REALM };
    return COPY_FORMS.flatMap((form) => {
      const text = copiedText(form, props.frame, target);
      return text === undefined ? [] : [[form, text] as const];
    });
  };
  return (
    <Show
      when={props.frame.isWhole}
      fallback={<p class="quiet">A part of the request is left out: it cannot be copied.</p>}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div class="inspector-acts" role="group" aria-label="Copy as">
        <span class="quiet">Copy as</span>
        <For each={texts()}>
          {([form, text]) => (
            <Button size="small" onClick={() => copy(form, text)}>
              {form}
            </Button>
          )}
        </For>
      </div>
    </Show>
  );
}

function queryLines(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`).join("\n");
}

function FrameText(props: {
  readonly title: string;
  readonly text: string;
  readonly look: Look;
  /** Returns the text as it is read best. */
  readonly shown: (text: string) => string;
}): JSX.Element {
  return (
    <>
      <div class="inspector-acts">
        <h4>{props.title}</h4>
        <Button
          size="small"
          look="plain"
          aria-label={`Copy ${props.title.toLowerCase()}`}
          onClick={() => copy(props.title, props.text)}
        >
          Copy
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys */}
      <pre tabIndex={0}>{props.look === "raw" ? props.text : props.shown(props.text)}</pre>
    </>
  );
}
