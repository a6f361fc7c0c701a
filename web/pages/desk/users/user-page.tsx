import { type JSX, Match, Show, Switch } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { type Loaded, loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { SubSections } from "../sub-sections.tsx";
import { UserLink } from "../user-link.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import { BalancesPanels } from "./balances-panels.tsx";
import { CorrectionsPanels } from "./corrections-panels.tsx";
import { FreezesPanel } from "./freezes-panel.tsx";
import { KeysPanels } from "./keys-panels.tsx";
import { OpenPanels } from "./open-panels.tsx";
import { StandingPanels } from "./standing-panels.tsx";
import { SubAccountsPanel } from "./sub-accounts-panel.tsx";
import { type ShownUser, stopsText, userText } from "./user-rows.ts";

const PARTS = [
  ["", "Account"],
  ["balances", "Balances"],
  ["open", "Orders and positions"],
  ["keys", "Keys"],
  ["subs", "Sub-accounts"],
  ["corrections", "Corrections"],
] as const;

/** One user: facts, and what can be done by parts. */
export function UserPage(props: { readonly uid: string; readonly part: string }): JSX.Element {
  const path = `/users/${encodeURIComponent(props.uid)}`;
  const user = loaded(() => deskGet<ShownUser>(path));
  return (
    <>
      <p>
        <a href="/desk/users">All users</a>
      </p>
      <WhenLoaded from={user}>
        {(shown) => (
          <>
            <h1>User {userText(shown())}</h1>
            <SubSections
              label="Parts of the user"
              base={`/desk/users/${props.uid}`}
              parts={PARTS}
              current={props.part}
            />
            <UserPart user={shown()} part={props.part} from={user} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function UserPart(props: {
  readonly user: ShownUser;
  readonly part: string;
  readonly from: Loaded<ShownUser>;
}): JSX.Element {
  const reload = () => props.from.reload();
  return (
    <Switch
      fallback={<EmptyState title="There is no such part">Choose one of those above.</EmptyState>}
    >
      <Match when={props.part === ""}>
        <FactsPanel user={props.user} />
        <FreezesPanel user={props.user} reload={reload} />
        <StandingPanels user={props.user} reload={reload} />
      </Match>
      <Match when={props.part === "balances"}>
        <BalancesPanels user={props.user} />
      </Match>
      <Match when={props.part === "open"}>
        <OpenPanels user={props.user} reload={reload} />
      </Match>
      <Match when={props.part === "keys"}>
        <KeysPanels user={props.user} reload={reload} />
      </Match>
      <Match when={props.part === "subs"}>
        <SubAccountsPanel user={props.user} />
      </Match>
      <Match when={props.part === "corrections"}>
        <CorrectionsPanels user={props.user} />
      </Match>
    </Switch>
  );
}

/** Returns kind and level of an account; classic users have no level. */
function accountText({ accountKind, level }: ShownUser): string {
  return accountKind === "classic" ? accountKind : `${accountKind}, ${level}`;
}

function FactsPanel(props: { readonly user: ShownUser }): JSX.Element {
  return (
    <Panel title="Facts">
      <Show when={stopsText(props.user)}>
        {(text) => <p class="warn">This user is {text()}.</p>}
      </Show>
      <Facts
        facts={[
          ["Account", accountText(props.user)],
          ["Realm", props.user.realm],
          ["Main account", <UserLink uid={props.user.parentUid} />],
          ["Value of all wallets", `${short(props.user.equityUsdt, 2)} USDT`],
          ["Positions", props.user.positions],
          ["Open orders", props.user.openOrders],
          ["Open plans", props.user.openPlans],
          ["Keys", props.user.keys],
          ["Connections", props.user.sessions],
          ["Sub-accounts", props.user.subAccounts],
          ["Created", isoMoment(props.user.createdAt)],
        ]}
      />
      <p>
        <a href={`/desk/ledger/${props.user.uid}`}>Ledger of this user</a>
      </p>
    </Panel>
  );
}
