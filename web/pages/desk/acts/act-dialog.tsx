import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { failureText } from "../../../wire/wire-failure.ts";
import { type AskedBack, ConfirmationNeeded, deskSend } from "../wire/desk-wire.ts";
import { type Act, ask, askedAct } from "./asked-act.ts";
import { labelledText } from "./changes.ts";
import { EffectView } from "./effect-view.tsx";

/** Longest reason that the exchange keeps, in characters. */
const REASON_LENGTH_MAX = 256;

/** The dialog of the asked act: what will happen, the reason, and for dangerous acts the name. */
export function ActDialog(): JSX.Element {
  return (
    <Show when={askedAct()} keyed>
      {(act) => (
        <Dialog title={act.title} onClose={() => ask(undefined)}>
          <ActForm act={act} />
        </Dialog>
      )}
    </Show>
  );
}

/** What the person has written, and how far the request has come. */
function actInProgress(act: Act) {
  const [reason, setReason] = createSignal("");
  const [repeated, setRepeated] = createSignal("");
  const [asked, setAsked] = createSignal<AskedBack>();
  const [fault, setFault] = createSignal<string>();
  const [isSending, setSending] = createSignal(false);
  const isRepeated = () => repeated().trim() === (act.repeat ?? "");
  const canSend = () => reason().trim() !== "" && isRepeated() && !isSending();
  const send = async (): Promise<void> => {
    const { body, done, method, onDone, path } = act;
    setSending(true);
    setFault(undefined);
    const confirm = asked()?.confirm;
    try {
      const answer = await deskSend<Readonly<Record<string, unknown>>>(method, path, {
        body: confirm === undefined ? body : { ...body, confirm },
        reason: reason().trim(),
      });
      ask(undefined);
      onDone?.(answer);
      showToast({ kind: "good", text: done(answer) });
    } catch (thrown) {
      if (thrown instanceof ConfirmationNeeded) setAsked(thrown.asked);
      else setFault(labelledText(failureText(thrown), act.labels));
    } finally {
      setSending(false);
    }
  };
  const written = { reason, repeated, setReason, setRepeated };
  return { ...written, asked, canSend, fault, isSending, send };
}

type ActInProgress = ReturnType<typeof actInProgress>;

function ActForm(props: { readonly act: Act }): JSX.Element {
  const progress = actInProgress(props.act);
  const buttonText = (): string => {
    if (progress.isSending()) return "Sending…";
    return progress.asked() === undefined ? props.act.title : "Confirm the effect";
  };
  return (
    <form
      class="desk-act"
      onSubmit={(event) => {
        event.preventDefault();
        if (progress.canSend()) void progress.send();
      }}
    >
      <ul class="desk-effects">
        <For each={props.act.effects}>{(sentence) => <li>{sentence}</li>}</For>
      </ul>
      <Show when={progress.asked()}>
        {(back) => (
          <div class="desk-asked" role="alert">
            <EffectView effect={back().effect} />
            <p class="warn">Nothing has been done yet. Look at the effect and confirm.</p>
          </div>
        )}
      </Show>
      <ActFields act={props.act} progress={progress} />
      <p class="warn" role="alert">
        {progress.fault()}
      </p>
      <div class="actions">
        <Show when={props.act.revise}>
          {(revise) => (
            <Button
              onClick={() => {
                ask(undefined);
                revise()();
              }}
            >
              Back to the form
            </Button>
          )}
        </Show>
        <Button onClick={() => ask(undefined)}>Cancel</Button>
        <Button
          type="submit"
          look={props.act.repeat === undefined ? "primary" : "danger"}
          disabled={!progress.canSend()}
        >
          {buttonText()}
        </Button>
      </div>
    </form>
  );
}

function ActFields(props: { readonly act: Act; readonly progress: ActInProgress }): JSX.Element {
  return (
    <>
      <Field
        label="Reason"
        hint="Kept in the journal with your name"
        maxLength={REASON_LENGTH_MAX}
        required
        autofocus
        value={props.progress.reason()}
        onValue={props.progress.setReason}
      />
      <Show when={props.act.repeat}>
        {(name) => (
          <Field
            label={`Type ${name()} to go on`}
            required
            value={props.progress.repeated()}
            onValue={props.progress.setRepeated}
          />
        )}
      </Show>
    </>
  );
}
