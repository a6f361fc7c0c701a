import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { Field } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import type { AccountKind } from "../../../state/session.ts";
import { createEstimate } from "../settled-estimate.ts";
import { loadTransferable } from "./units-wire.ts";

const COIN = /^[A-Z0-9]{2,16}$/;

/** Says how much of a coin a user of a unit could move out now. */
export function TransferableForm(props: {
  readonly kind: AccountKind;
  /** Users to choose from; without any, the caller. */
  readonly users: readonly string[];
}): JSX.Element {
  const [coin, setCoin] = createSignal("USDT");
  const [chosen, setChosen] = createSignal("");
  const user = (): string => props.users.find((uid) => uid === chosen()) ?? props.users[0] ?? "";
  // The users are loaded again and again: only other words ask again.
  const asked = createMemo(() => `${coin().trim().toUpperCase()} ${user()}`);
  const found = createEstimate(asked, async (words) => {
    const [name = "", userId = ""] = words.split(" ");
    if (!COIN.test(name)) throw new Error("Write the code of a coin, such as USDT");
    return `${short(await loadTransferable(props.kind, { coin: name, userId }))} ${name}`;
  });
  const answer = (): string => {
    const known = found();
    if (known.state === "none") return "";
    return known.state === "known" ? `${known.value} could move out now` : known.reason;
  };
  return (
    <form
      class="account-form"
      aria-label="Transferable"
      onSubmit={(event) => event.preventDefault()}
    >
      <Show when={props.users.length > 0}>
        <Select
          label="What could move out of account"
          options={props.users.map((uid) => [uid, uid] as const)}
          value={user()}
          onValue={setChosen}
        />
      </Show>
      <Field label="Coin that could move out" value={coin()} onValue={setCoin} />
      <p aria-live="polite">{answer()}</p>
    </form>
  );
}
