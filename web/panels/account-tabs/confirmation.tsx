import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FaultText } from "../../parts/fault-text.tsx";
import { showFailure, showToast } from "../../parts/toasts.tsx";
import { preferences } from "../../state/preferences.ts";
import { failureText } from "../../wire/wire-failure.ts";

/** An act that a person confirms with its figures in view. */
export type Act = {
  readonly title: string;
  readonly figures: readonly (readonly [name: string, value: string])[];
  /** What the confirming button says. */
  readonly button: string;
  readonly run: () => Promise<void>;
  /** Message after success. */
  readonly done: string;
};

export type Confirmation = {
  /** Asks before the act, or runs it at once in one-click mode. */
  ask(act: Act): void;
  /** Place of the dialog. */
  view(): JSX.Element;
};

/** Returns how a panel asks for confirmations. */
export function createConfirmation(): Confirmation {
  const [asked, setAsked] = createSignal<Act>();
  return {
    ask(act) {
      if (!preferences().oneClick) {
        setAsked(act);
        return;
      }
      act.run().then(() => showToast({ kind: "good", text: act.done }), showFailure);
    },
    view: () => (
      <Show when={asked()} keyed>
        {(act) => <ConfirmDialog act={act} onClose={() => setAsked(undefined)} />}
      </Show>
    ),
  };
}

function ConfirmDialog(props: { readonly act: Act; readonly onClose: () => void }): JSX.Element {
  const [isRunning, setRunning] = createSignal(false);
  const [fault, setFault] = createSignal<string>();
  const run = (): void => {
    setRunning(true);
    setFault(undefined);
    props.act.run().then(
      () => {
        showToast({ kind: "good", text: props.act.done });
        props.onClose();
      },
      (thrown: unknown) => {
        setFault(failureText(thrown));
        setRunning(false);
      },
    );
  };
  return (
    <Dialog title={props.act.title} onClose={props.onClose}>
      <Figures figures={props.act.figures} />
      <FaultText text={fault()} />
      <div class="actions">
        <Button onClick={() => props.onClose()}>Keep</Button>
        <Button look="danger" autofocus disabled={isRunning()} onClick={run}>
          {props.act.button}
        </Button>
      </div>
    </Dialog>
  );
}

/** Names and values below each other. */
export function Figures(props: {
  readonly figures: readonly (readonly [name: string, value: string])[];
}): JSX.Element {
  return (
    <dl class="figures">
      <For each={props.figures}>
        {([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )}
      </For>
    </dl>
  );
}
