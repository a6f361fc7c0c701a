import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { type Act, ask } from "./asked-act.ts";
import {
  type Changes,
  changesOf,
  completeBody,
  isNumberKind,
  labelsOf,
  type Term,
} from "./changes.ts";

/** Texts that a person has written, by the names of their terms. */
type Written = Readonly<Record<string, string>>;

/** Terms that the person changes before the act is asked for. */
export type Edit = {
  readonly title: string;
  /** What the terms apply to and from when on. */
  readonly explanation: string;
  readonly terms: readonly Term[];
  /** Whether the exchange needs the present values of the other terms too. */
  readonly needsAll?: boolean | undefined;
  /** Texts with which the form begins; the present values without them. */
  readonly written?: Written;
  /** The act without what the terms give. */
  readonly act: Omit<Act, "effects" | "labels" | "revise">;
};

const [edit, setEdit] = createSignal<Edit>();

/** Opens the dialog in which terms are changed. */
export function openEdit(opened: Edit): void {
  setEdit(opened);
}

/** The dialog of the terms that are being changed; the act follows in a dialog of its own. */
export function EditDialog(): JSX.Element {
  return (
    <Show when={edit()} keyed>
      {(shown) => (
        <Dialog title={shown.title} onClose={() => setEdit(undefined)}>
          <TermsForm edit={shown} />
        </Dialog>
      )}
    </Show>
  );
}

function TermsForm(props: { readonly edit: Edit }): JSX.Element {
  const [written, setWritten] = createSignal<Written>(props.edit.written ?? {});
  const changes = (): Changes => changesOf(props.edit.terms, written());
  const isReady = () => changes().effects.length > 0 && Object.keys(changes().faults).length === 0;
  const review = (): void => {
    const { act, explanation, needsAll, terms } = props.edit;
    const { body, effects } = changes();
    const members = needsAll === true ? completeBody(terms, body) : body;
    const shown = { ...props.edit, written: written() };
    setEdit(undefined);
    ask({
      ...act,
      effects: [...effects, explanation],
      body: { ...act.body, ...members },
      labels: labelsOf(terms),
      revise: () => setEdit(shown),
    });
  };
  return (
    <form
      class="desk-act"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady()) review();
      }}
    >
      <p class="quiet">{props.edit.explanation}</p>
      <div class="desk-terms">
        <For each={props.edit.terms}>
          {(term) => (
            <Field
              label={term.label}
              hint={term.hint}
              fault={changes().faults[term.name]}
              inputmode={term.kind === "decimal" || term.kind === "whole" ? "decimal" : "text"}
              required={isNumberKind(term.kind)}
              value={written()[term.name] ?? term.value}
              onValue={(value) => setWritten({ ...written(), [term.name]: value })}
            />
          )}
        </For>
      </div>
      <div class="actions">
        <Button onClick={() => setEdit(undefined)}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!isReady()}>
          Review
        </Button>
      </div>
    </form>
  );
}
