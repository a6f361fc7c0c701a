import { createSignal, createUniqueId, type JSX, Show } from "solid-js";
import { failureText } from "../../wire/wire-failure.ts";

/**
 * A value that is changed in place: click, Enter or F2 begins, Enter sends, Escape or leaving the
 * field reverts.
 */
export function EditCell(props: {
  readonly label: string;
  /** Exact value, decimal text. */
  readonly value: string;
  /** Value as it is shown. */
  readonly shown: string;
  readonly faultOf: (value: string) => string | undefined;
  readonly onChange: (value: string) => Promise<void>;
}): JSX.Element {
  const [draft, setDraft] = createSignal<string>();
  const [isSending, setSending] = createSignal(false);
  const [fault, setFault] = createSignal<string>();
  const id = createUniqueId();
  let button: HTMLButtonElement | undefined;
  const end = (): void => {
    setDraft(undefined);
    setFault(undefined);
  };
  const leave = (): void => {
    end();
    queueMicrotask(() => button?.focus());
  };
  const send = async (value: string): Promise<void> => {
    const wrong = value === props.value ? undefined : props.faultOf(value);
    setFault(wrong);
    if (wrong !== undefined) return;
    if (value === props.value) return leave();
    setSending(true);
    try {
      await props.onChange(value);
      leave();
    } catch (thrown) {
      setFault(failureText(thrown));
    } finally {
      setSending(false);
    }
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") leave();
    else if (!isSending()) void send((draft() ?? "").replace(",", ".").trim());
  };
  return (
    <Show
      when={draft() !== undefined}
      fallback={
        <button
          type="button"
          class="edit-value"
          aria-label={`Edit ${props.label}, ${props.shown}`}
          ref={(element) => {
            button = element;
          }}
          onClick={() => setDraft(props.value)}
          onKeyDown={(event) => {
            if (event.key === "F2") setDraft(props.value);
          }}
        >
          {props.shown} <span aria-hidden="true">✎</span>
        </button>
      }
    >
      <span class="edit-box">
        <input
          ref={(element) => queueMicrotask(() => element.select())}
          inputmode="decimal"
          autocomplete="off"
          aria-label={`New ${props.label}`}
          aria-invalid={fault() !== undefined}
          aria-describedby={id}
          readOnly={isSending()}
          value={draft()}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={key}
          onBlur={() => !isSending() && end()}
        />
        <span id={id} role="alert" class="edit-fault" hidden={fault() === undefined}>
          {fault()}
        </span>
      </span>
    </Show>
  );
}
