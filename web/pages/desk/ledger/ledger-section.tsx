import { useNavigate } from "@solidjs/router";
import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Panel } from "../../account/panel.tsx";
import type { SectionProps } from "../desk-sections.ts";
import { isUid, UidField } from "../uid-field.tsx";
import { ConservationPanel } from "./conservation-panel.tsx";
import { PostingsPanel } from "./postings-panel.tsx";
import { StatementPanels } from "./statement-panels.tsx";

/** The double-entry view: accounts of a user or of the exchange, and conservation. */
export function LedgerSection(props: SectionProps): JSX.Element {
  return (
    <Show when={props.rest[0]} keyed fallback={<LedgerStart />}>
      {(owner) => <Ledger owner={owner} />}
    </Show>
  );
}

function LedgerStart(): JSX.Element {
  const navigate = useNavigate();
  const [uid, setUid] = createSignal("");
  return (
    <>
      <h1>Ledger</h1>
      <Panel title="Accounts">
        <form
          class="desk-filters"
          onSubmit={(event) => {
            event.preventDefault();
            if (isUid(uid())) navigate(`/desk/ledger/${uid().trim()}`);
          }}
        >
          <UidField value={uid()} onValue={setUid} />
          <Button type="submit" look="primary" disabled={!isUid(uid())}>
            Show the ledger
          </Button>
        </form>
        <p>
          The accounts of the exchange itself: <a href="/desk/ledger/live">live</a>,{" "}
          <a href="/desk/ledger/demo">demo</a>
        </p>
      </Panel>
      <ConservationPanel />
    </>
  );
}

function Ledger(props: { readonly owner: string }): JSX.Element {
  const isHouse = () => props.owner === "live" || props.owner === "demo";
  return (
    <>
      <p>
        <a href="/desk/ledger">All ledgers</a>
      </p>
      <h1>{isHouse() ? `Ledger of the exchange, ${props.owner}` : `Ledger of ${props.owner}`}</h1>
      <Show
        when={isHouse()}
        fallback={
          <>
            <p>
              <a href={`/desk/users/${props.owner}`}>Page of this user</a>
            </p>
            <StatementPanels path={`/users/${encodeURIComponent(props.owner)}/statements`} />
            <PostingsPanel uid={props.owner} />
          </>
        }
      >
        <p class="quiet">
          What users receive, these accounts pay: with all users of the realm, the movements of a
          coin sum to zero. The account of the outside world stands below zero by what is inside.
          The list of movements says for each kind which accounts are on its other side; users
          include the agents of the simulated market.
        </p>
        <StatementPanels path="/house/statements" realm={props.owner} />
      </Show>
    </>
  );
}
