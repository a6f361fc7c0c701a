import { createSignal, createUniqueId, type JSX, Show, untrack } from "solid-js";
import { failureText } from "../../wire/wire-failure.ts";

type Props = {
  readonly label: string;
  /** Exact value, decimal text. */
  readonly value: string;
  /** Value as it is shown. */
  readonly shown: string;
  readonly faultOf: (value: string) => string | undefined;
  readonly onChange: (value: string) => Promise<void>;
};

/**
 * A value that is changed in place: click, Enter or F2 begins, Enter sends, Escape or leaving the
 * field reverts.
 */
export function EditCell(props: Props): JSX.Element {
  const [isEditing, setEditing] = createSignal(false);
  let button: HTMLButtonElement | undefined;
  const leave = (): void => {
    setEditing(false);
    queueMicrotask(() => button?.focus());
  };
  return (
    <Show
      when={isEditing()}
      fallback={
        <button
          type="button"
          class="edit-value"
          aria-label={`Edit ${props.label}, ${props.shown}`}
          ref={(element) => {
            button = element;
          }}
          onClick={() => setEditing(true)}
          onKeyDown={(event) => {
            if (event.key === "F2") setEditing(true);
          }}
        >
          {props.shown} <span aria-hidden="true">✎</span>
        </button>
      }
    >
      <EditField {...props} onEnd={() => setEditing(false)} onLeave={leave} />
    </Show>
  );
}

/** The field while a value is edited; `onLeave` ends it and gives the focus back. */
function EditField(
  props: Props & { readonly onEnd: () => void; readonly onLeave: () => void },
): JSX.Element {
  const [isSending, setSending] = createSignal(false);
  const [fault, setFault] = createSignal<string>();
  const id = createUniqueId();
  // Read once: a push that changes the value leaves what the person types as it is.
  const first = untrack(() => props.value);
  const send = async (value: string): Promise<void> => {
    const wrong = value === props.value ? undefined : props.faultOf(value);
    setFault(wrong);
    if (wrong !== undefined) return;
    if (value === props.value) return props.onLeave();
    setSending(true);
    try {
      await props.onChange(value);
      props.onLeave();
    } catch (thrown) {
      setFault(failureText(thrown));
      setSending(false);
    }
  };
  const key = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") props.onLeave();
    else if (!isSending()) void send(event.currentTarget.value.replace(",", ".").trim());
  };
  return (
    <span class="edit-box">
      <input
        ref={(element) => queueMicrotask(() => element.select())}
        inputmode="decimal"
        autocomplete="off"
        aria-label={`New ${props.label}`}
        aria-invalid={fault() !== undefined}
        aria-describedby={id}
        readOnly={isSending()}
        value={first}
        onKeyDown={key}
        onBlur={() => !isSending() && props.onEnd()}
      />
      <span id={id} role="alert" class="edit-fault" hidden={fault() === undefined}>
        {fault()}
      </span>
    </span>
  );
}
