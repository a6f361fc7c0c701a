import { createSignal, For, type JSX, Show } from "solid-js";
import { counted } from "../../../numbers/counted.ts";
import { Button } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { mayAct } from "../wire/desk-session.ts";
import { freezesAct } from "./user-acts.ts";
import { FREEZES, type Freeze, type ShownUser } from "./user-rows.ts";

type Props = { readonly user: ShownUser; readonly reload: () => void };

/** The four freezes of a user, which are set together. */
export function FreezesPanel(props: Props): JSX.Element {
  return (
    <Panel title="Freezes">
      {/* A change of the freezes begins the form again with what is in force. */}
      <Show when={`is ${props.user.freezes.join(" ")}`} keyed>
        <FreezesForm user={props.user} reload={props.reload} />
      </Show>
    </Panel>
  );
}

function FreezesForm(props: Props): JSX.Element {
  const [chosen, setChosen] = createSignal<readonly Freeze[]>(props.user.freezes);
  const [includesSubs, setIncludesSubs] = createSignal(false);
  const act = () => freezesAct(props.user, chosen(), includesSubs(), props.reload);
  const choose = (freeze: Freeze, is: boolean): void => {
    const others = chosen().filter((one) => one !== freeze);
    setChosen(is ? [...others, freeze] : others);
  };
  return (
    <form
      class="desk-act"
      onSubmit={(event) => {
        event.preventDefault();
        ask(act());
      }}
    >
      <For each={FREEZES}>
        {([freeze, title, words]) => (
          <Check
            label={`${title}. ${words}`}
            checked={chosen().includes(freeze)}
            disabled={!mayAct("support", "risk")}
            onValue={(is) => choose(freeze, is)}
          />
        )}
      </For>
      <Show when={props.user.subAccounts > 0}>
        <Check
          label={`Its ${counted(props.user.subAccounts, "sub-account")} too`}
          checked={includesSubs()}
          disabled={!mayAct("support", "risk")}
          onValue={setIncludesSubs}
        />
      </Show>
      <div class="desk-buttons">
        <Button type="submit" disabled={act() === undefined || !mayAct("support", "risk")}>
          Set the freezes
        </Button>
      </div>
    </form>
  );
}
