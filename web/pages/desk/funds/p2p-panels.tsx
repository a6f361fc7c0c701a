import { createSignal, type JSX, Show } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { PagedTable } from "../paged-table.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { UserLink } from "../user-link.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { paged } from "../wire/paged.ts";
import { appealDecision, type P2pOrder } from "./p2p-acts.ts";

type Escrow = {
  readonly coin: string;
  readonly balance: string;
  readonly ofAds: string;
  readonly ofOrders: string;
};

type Summary = {
  readonly merchants: number;
  readonly ads: { readonly published: number; readonly delisted: number };
  readonly orders: Readonly<Record<P2pOrder["status"], number>>;
  readonly oldestAppealAt: string;
  readonly escrow: readonly Escrow[];
};

/** Peer-to-peer trading: escrow, open orders, and the decision on disputes. */
export function P2pPanels(): JSX.Element {
  const summary = loaded(() => deskGet<Summary>("/p2p/summary"));
  return (
    <>
      <h1>Peer to peer</h1>
      <WhenLoaded from={summary}>{(value) => <SummaryPanels summary={value()} />}</WhenLoaded>
      <OrdersPanel onDone={() => summary.reload()} />
    </>
  );
}

const ESCROW_COLUMNS: readonly Column<Escrow>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "In escrow", isNumber: true, cell: (row) => exact(row.balance) },
  { title: "Of ads", isNumber: true, cell: (row) => exact(row.ofAds) },
  { title: "Of orders", isNumber: true, cell: (row) => exact(row.ofOrders) },
];

function SummaryPanels(props: { readonly summary: Summary }): JSX.Element {
  return (
    <Panel title="Escrow">
      <Facts
        facts={[
          ["Merchants", props.summary.merchants],
          ["Published ads", props.summary.ads.published],
          ["Delisted ads", props.summary.ads.delisted],
          ["Waiting for payment", props.summary.orders.pending_payment],
          ["Waiting for release", props.summary.orders.pending_release],
          ["In appeal", props.summary.orders.in_appeal],
          ["Oldest appeal", isoMoment(props.summary.oldestAppealAt)],
        ]}
      />
      <Show when={props.summary.escrow.length > 0}>
        <ScrollBox label="Escrow">
          <DataTable label="Escrow" columns={ESCROW_COLUMNS} rows={props.summary.escrow} />
        </ScrollBox>
      </Show>
    </Panel>
  );
}

function orderColumns(onDone: () => void): readonly Column<P2pOrder>[] {
  const decide = (row: P2pOrder, isReleased: boolean): void =>
    ask(appealDecision(row, isReleased, onDone));
  return [
    { title: "Order", cell: (row) => row.id },
    {
      title: "Status",
      cell: (row) => (
        <span classList={{ warn: row.status === "in_appeal" }}>{spacedWords(row.status)}</span>
      ),
    },
    { title: "Buyer", cell: (row) => <UserLink uid={row.buyer} /> },
    { title: "Seller", cell: (row) => <UserLink uid={row.seller} /> },
    { title: "Coins", isNumber: true, cell: (row) => `${exact(row.quantity)} ${row.coin}` },
    { title: "Payment", isNumber: true, cell: (row) => `${exact(row.amount)} ${row.fiat}` },
    { title: "Method", cell: (row) => row.method },
    { title: "Paid at", cell: (row) => isoMoment(row.paidAt) },
    { title: "Appeal at", cell: (row) => isoMoment(row.appealedAt) },
    {
      title: "",
      cell: (row) => (
        <Show when={row.status === "in_appeal"}>
          <div class="desk-buttons">
            <Button
              size="small"
              disabled={!mayAct("support")}
              aria-label={`Release order ${row.id} to the buyer`}
              onClick={() => decide(row, true)}
            >
              To the buyer
            </Button>
            <Button
              size="small"
              disabled={!mayAct("support")}
              aria-label={`Return order ${row.id} to the seller`}
              onClick={() => decide(row, false)}
            >
              To the seller
            </Button>
          </div>
        </Show>
      ),
    },
  ];
}

type Answer = { readonly orders: readonly P2pOrder[]; readonly cursor: string };

function OrdersPanel(props: { readonly onDone: () => void }): JSX.Element {
  const [status, setStatus] = createSignal<"in_appeal" | "">("in_appeal");
  return (
    <Panel title="Open orders">
      <div class="desk-filters">
        <Segments
          label="Orders shown"
          options={[
            ["in_appeal", "In appeal"],
            ["", "All open ones"],
          ]}
          value={status()}
          onValue={setStatus}
        />
      </div>
      <Show when={{ status: status() }} keyed>
        {(shown) => <OrderList status={shown.status} onDone={props.onDone} />}
      </Show>
    </Panel>
  );
}

function OrderList(props: { readonly status: string; readonly onDone: () => void }): JSX.Element {
  const orders = paged(async (cursor) => {
    const query = { status: props.status, cursor, limit: "50" };
    const page = await deskGet<Answer>("/p2p/orders", query);
    return { rows: page.orders, cursor: page.cursor };
  });
  const done = (): void => {
    orders.reload();
    props.onDone();
  };
  return (
    <PagedTable
      label="Open orders"
      columns={orderColumns(done)}
      pages={orders}
      empty={
        <EmptyState title={props.status === "" ? "No order is open" : "No order is in appeal"}>
          A buyer or seller appeals when a payment is disputed; the operator then decides.
        </EmptyState>
      }
    />
  );
}
