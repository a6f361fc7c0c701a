import { createEffect, createSignal, For, type JSX, on, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { AccountClient } from "../../accounts/account-client.ts";
import { account } from "../../accounts/current-account.ts";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/check.tsx";
import "../../parts/data-table.css";
import { EmptyState } from "../../parts/empty-state.tsx";
import { keepFocus } from "../../parts/keep-focus.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { showFailure } from "../../parts/toasts.tsx";
import { useCommands } from "../../state/commands.ts";
import type { Instrument } from "../../state/instruments.ts";
import { continueAs, isSessionKnown, readyUsers, session } from "../../state/session.ts";
import type { StorySubject } from "../story/story.ts";
import { StoryDialog } from "../story/story-dialog.tsx";
import "./account-tabs.css";
import { announcementOf, closedOrders, newFills } from "./announcements.ts";
import { AssetsTab } from "./assets-tab.tsx";
import { cancelAllAct } from "./cancel-all.ts";
import { createConfirmation } from "./confirmation.tsx";
import { ofMarket } from "./figures.ts";
import { BillsTab, FillsTab, FundingTab, OrderHistoryTab } from "./history-tabs.tsx";
import { createLiquidationCheck } from "./liquidation-check.ts";
import { LiquidationsTab } from "./liquidations-tab.tsx";
import { OrdersTab } from "./orders-tab.tsx";
import { PlansTab } from "./plans-tab.tsx";
import { PositionCommands, PositionsTab } from "./positions-tab.tsx";
import type { TabProps } from "./tab-props.ts";

const VIEWS = {
  positions: PositionsTab,
  orders: OrdersTab,
  plans: PlansTab,
  history: OrderHistoryTab,
  fills: FillsTab,
  assets: AssetsTab,
  bills: BillsTab,
  funding: FundingTab,
  liquidations: LiquidationsTab,
} satisfies Readonly<Record<string, (props: TabProps) => JSX.Element>>;

type TabName = keyof typeof VIEWS;

const TABS: readonly (readonly [TabName, string])[] = [
  ["positions", "Positions"],
  ["orders", "Open orders"],
  ["plans", "Trigger orders"],
  ["history", "Order history"],
  ["fills", "Fills"],
  ["assets", "Assets"],
  ["bills", "Bills"],
  ["funding", "Funding"],
];
const TABS_AFTER_LIQUIDATION: typeof TABS = [...TABS, ["liquidations", "Liquidations"]];

/** Positions, orders, history and assets of the signed-in account. */
export function AccountTabs(props: { readonly instrument: Instrument }): JSX.Element {
  return (
    <section class="account-tabs" aria-label="Account">
      <Show when={account()} fallback={<NoAccount />}>
        {(client) => <SignedInTabs client={client()} instrument={props.instrument} />}
      </Show>
    </section>
  );
}

/** What stands here without an account: how to get one. */
function NoAccount(): JSX.Element {
  return (
    <Show
      when={isSessionKnown() && session() === undefined}
      fallback={<EmptyState title="Loading the account…" />}
    >
      <EmptyState title="You are not signed in">
        <p>Positions, orders and assets of your account stand here.</p>
        <Show
          when={readyUsers().length > 0}
          fallback={<p>Sign in with the button at the top right to trade.</p>}
        >
          <p>Continue as a ready-made user, with funds, to place the first order:</p>
          <div class="start-buttons">
            <For each={readyUsers()}>
              {({ accountKind, name }) => (
                <Button onClick={() => continueAs(name).catch(showFailure)}>
                  {name} ({accountKind} account)
                </Button>
              )}
            </For>
          </div>
        </Show>
      </EmptyState>
    </Show>
  );
}

type SignedInProps = { readonly client: AccountClient; readonly instrument: Instrument };

function SignedInTabs(props: SignedInProps): JSX.Element {
  const [tab, setTab] = createSignal<TabName>("positions");
  const [isMarketOnly, setMarketOnly] = createSignal(false);
  const [story, setStory] = createSignal<StorySubject>();
  const showLiquidations = (): void => void setTab("liquidations");
  const hasLiquidations = createLiquidationCheck(props.client.state, showLiquidations);
  let panel: HTMLElement | undefined;
  keepFocus(() => panel);
  const count = (name: TabName): number | undefined => {
    const { state } = props.client;
    const key = isMarketOnly() ? props.instrument.key : undefined;
    if (name === "positions") return ofMarket(state.positions(), key).length;
    if (name === "orders") return ofMarket(state.orders(), key).length;
    return name === "plans" ? ofMarket(state.plans(), key).length : undefined;
  };
  return (
    <>
      <div class="account-head">
        <Tabs
          id="account"
          label="Account"
          tabs={hasLiquidations() ? TABS_AFTER_LIQUIDATION : TABS}
          value={tab()}
          count={count}
          onValue={setTab}
        />
        <Show when={!props.client.state.isCurrent()}>
          <span class="warn" role="status">
            Refreshing, figures may be old
          </span>
        </Show>
        <Check label="This market only" checked={isMarketOnly()} onValue={setMarketOnly} />
      </div>
      <div
        ref={(element) => {
          panel = element;
        }}
        id="account-panel"
        class="account-tab-panel"
        role="tabpanel"
        aria-labelledby={`account-${tab()}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls takes the focus
        tabIndex={0}
      >
        <Dynamic
          component={VIEWS[tab()]}
          client={props.client}
          instrument={props.instrument}
          isMarketOnly={isMarketOnly()}
          onStory={setStory}
        />
      </div>
      <Announcements client={props.client} />
      <PositionCommands client={props.client} instrument={props.instrument} />
      <CancelCommand client={props.client} instrument={props.instrument} />
      <Show when={story()} keyed>
        {(subject) => (
          <StoryDialog subject={subject} onSubject={setStory} onClose={() => setStory(undefined)} />
        )}
      </Show>
    </>
  );
}

/** Says fills and closed orders to screen readers. */
function Announcements(props: { readonly client: AccountClient }): JSX.Element {
  const [text, setText] = createSignal("");
  createEffect(
    on(
      () => {
        const { freshFills, isCurrent, orders } = props.client.state;
        return { fills: freshFills(), orders: orders(), isCurrent: isCurrent() };
      },
      (now, before) => {
        // A list that is still loading says nothing about closed orders.
        if (before === undefined || !before.isCurrent || !now.isCurrent) return;
        const said = announcementOf(
          newFills(before.fills, now.fills),
          closedOrders(before.orders, now.orders),
        );
        if (said !== "") setText(said);
      },
    ),
  );
  return (
    <p class="unseen" role="status" aria-live="polite" aria-label="Fills and closed orders">
      {text()}
    </p>
  );
}

function CancelCommand(props: SignedInProps): JSX.Element {
  const confirmation = createConfirmation();
  useCommands([
    {
      id: "cancel-all",
      title: "Cancel all orders of this market",
      key: "Shift+C",
      isTrading: true,
      run: () => confirmation.ask(cancelAllAct(props.client, props.instrument)),
    },
  ]);
  return <>{confirmation.view()}</>;
}
