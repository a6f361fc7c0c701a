import { For, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { openEdit } from "../acts/edit-dialog.tsx";
import { Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { UserLink } from "../user-link.tsx";
import { deskSession, mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { changeDecision } from "./approval-acts.ts";
import { changeText, type ListedToken, type WaitingChange } from "./approval-rows.ts";
import { secondPersonFault } from "./second-person.ts";

const EVERY_MS = 5_000;

type Waiting = {
  readonly changes: readonly WaitingChange[];
  readonly tokens: readonly ListedToken[];
};

/** Credits, debits, endowments and corrections that wait for a second person. */
export function ChangesPanels(): JSX.Element {
  const waiting = loaded(async (): Promise<Waiting> => {
    const [changes, tokens] = await Promise.all([
      deskGet<readonly WaitingChange[]>("/adjustments"),
      deskGet<readonly ListedToken[]>("/tokens"),
    ]);
    return { changes, tokens };
  }, EVERY_MS);
  return (
    <>
      <h1>Credits and corrections</h1>
      <RulePanel />
      <WhenLoaded from={waiting}>
        {(value) => (
          <For
            each={value().changes}
            fallback={
              <EmptyState title="Nothing waits for a second person">
                Credits, debits, endowments and corrections above the daily value of one person wait
                here.
              </EmptyState>
            }
          >
            {(change) => (
              <ChangePanel change={change} tokens={value().tokens} reload={waiting.reload} />
            )}
          </For>
        )}
      </WhenLoaded>
    </>
  );
}

function ChangePanel(props: {
  readonly change: WaitingChange;
  readonly tokens: readonly ListedToken[];
  readonly reload: () => void;
}): JSX.Element {
  const fault = () => {
    if (!mayAct("treasury")) return "Changes are approved with the role treasury.";
    return secondPersonFault(deskSession()?.name ?? "", props.change.actor, props.tokens);
  };
  const decide = (isApproved: boolean): void =>
    ask(changeDecision(props.change, isApproved, props.reload));
  const isDebit = props.change.amount.startsWith("-");
  return (
    <Panel title={`${changeText(props.change)} · ${props.change.id}`}>
      <Facts
        facts={[
          ["Amount", `${props.change.amount} ${props.change.coin}`],
          [isDebit ? "Pays" : "Receives", <UserLink uid={props.change.uid} />],
          ["Wallet or fund", `${props.change.wallet} (${props.change.realm})`],
          ["Trade or liquidation", props.change.correctedId],
          ["Reference", props.change.reference],
          ["Asked by", <strong>{props.change.actor}</strong>],
          ["Asked at", isoMoment(props.change.proposedAt)],
        ]}
      />
      <Show when={fault()}>{(text) => <p class="warn">{text()}</p>}</Show>
      <div class="desk-buttons">
        <Button
          look="primary"
          disabled={fault() !== undefined}
          aria-label={`Approve ${props.change.id}`}
          onClick={() => decide(true)}
        >
          Approve
        </Button>
        <Button
          look="danger"
          disabled={!mayAct("treasury")}
          aria-label={`Decline ${props.change.id}`}
          onClick={() => decide(false)}
        >
          Decline
        </Button>
      </div>
    </Panel>
  );
}

type Rules = { readonly fourEyesUsd: number };

/** The daily value that one person may move alone. */
function RulePanel(): JSX.Element {
  const rules = loaded(() => deskGet<Rules>("/adjustment-rules"));
  const change = ({ fourEyesUsd }: Rules): void =>
    openEdit({
      title: "Value that one person may move in a day",
      explanation: "In whole US dollars, per person and UTC day; 0 lets every person act alone.",
      terms: [
        {
          name: "fourEyesUsd",
          label: "US dollars a day",
          kind: "whole",
          value: String(fourEyesUsd),
        },
      ],
      act: {
        title: "Change the daily value",
        method: "PUT",
        path: "/adjustment-rules",
        repeat: "FOUR EYES",
        done: () => "The daily value of one person changed",
        onDone: rules.reload,
      },
    });
  return (
    <Panel
      title="Four eyes"
      actions={
        <Button
          size="small"
          aria-label="Change the daily value"
          disabled={!mayAct() || rules.value() === undefined}
          onClick={() => {
            const value = rules.value();
            if (value !== undefined) change(value);
          }}
        >
          Change
        </Button>
      }
    >
      <WhenLoaded from={rules}>
        {(value) => (
          <p>
            <Show
              when={value().fourEyesUsd > 0}
              fallback={
                <span class="warn">
                  There is no limit: every person with the role treasury acts alone.
                </span>
              }
            >
              One person moves at most {short(value().fourEyesUsd)} US dollars a day alone; the rest
              waits here for a second one.
            </Show>
          </p>
        )}
      </WhenLoaded>
    </Panel>
  );
}
