import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../parts/button.tsx";
import { CodeField } from "../parts/code-field.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { type AskedCode, askedCode } from "../wire/asked-code.ts";

/** Asks for the one-time code of a request that waits for it. */
export function CodeDialog(): JSX.Element {
  return (
    <Show when={askedCode()} keyed>
      {(asked) => <AskedDialog asked={asked} />}
    </Show>
  );
}

function AskedDialog(props: { readonly asked: AskedCode }): JSX.Element {
  const [code, setCode] = createSignal("");
  return (
    <Dialog title="Confirm with a code" onClose={() => props.asked.answer(undefined)}>
      <form
        class="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          props.asked.answer(code().trim());
        }}
      >
        <p>This request moves money out or gives access, so it needs a code of your app.</p>
        <CodeField value={code()} fault={props.asked.fault} onValue={setCode} />
        <div class="actions">
          <Button onClick={() => props.asked.answer(undefined)}>Cancel</Button>
          <Button type="submit" look="primary">
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
