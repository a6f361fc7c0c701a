import { createSignal, type JSX, Match, Switch } from "solid-js";
import { Tabs } from "../../../parts/tabs.tsx";
import { loaded } from "../../../state/loaded.ts";
import { session } from "../../../state/session.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { ClassicP2p } from "./classic-p2p.tsx";
import { Market } from "./market.tsx";
import { Orders } from "./orders.tsx";
import { OwnAds } from "./own-ads.tsx";
import { loadOffered, type Offered } from "./p2p-wire.ts";
import { PayAccounts } from "./pay-accounts.tsx";
import "./p2p.css";

/** Peer-to-peer trading: coins for money that is paid outside the exchange. */
export function P2pSection(): JSX.Element {
  return session()?.accountKind === "classic" ? <ClassicP2p /> : <Desk />;
}

function Desk(): JSX.Element {
  const offered = loaded(loadOffered);
  return (
    <Panel title="Buy and sell coins for money paid from person to person">
      <WhenLoaded from={offered}>{(value) => <DeskTabs offered={value()} />}</WhenLoaded>
    </Panel>
  );
}

type DeskTab = "market" | "orders" | "accounts" | "ads";

const TABS = [
  ["market", "Offers"],
  ["orders", "My orders"],
  ["accounts", "Payment accounts"],
  ["ads", "My ads"],
] as const;

function DeskTabs(props: { readonly offered: Offered }): JSX.Element {
  const [tab, setTab] = createSignal<DeskTab>("market");
  // The order that the list of orders opens first: one that was just placed.
  const [placed, setPlaced] = createSignal<string>();
  const choose = (next: DeskTab): void => {
    setPlaced();
    setTab(next);
  };
  return (
    <>
      <Tabs id="p2p" label="Peer to peer" tabs={TABS} value={tab()} onValue={choose} />
      <div class="p2p-panel" id="p2p-panel" role="tabpanel" aria-labelledby={`p2p-${tab()}`}>
        <Switch>
          <Match when={tab() === "market"}>
            <Market
              offered={props.offered}
              onAccounts={() => choose("accounts")}
              onPlaced={(orderId) => {
                setPlaced(orderId);
                setTab("orders");
              }}
            />
          </Match>
          <Match when={tab() === "orders"}>
            <Orders opened={placed()} />
          </Match>
          <Match when={tab() === "accounts"}>
            <PayAccounts offered={props.offered} />
          </Match>
          <Match when={tab() === "ads"}>
            <OwnAds offered={props.offered} onAccounts={() => choose("accounts")} />
          </Match>
        </Switch>
      </div>
    </>
  );
}
