import { createEffect, createSignal, type JSX, on, Show } from "solid-js";
import type { PageRequest } from "../../accounts/account-client.ts";
import type { Bill, Fill, FundingPayment, Order, Page } from "../../accounts/model.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Select } from "../../parts/select.tsx";
import { CATEGORIES, type Category } from "../../state/instrument.ts";
import { ExportButton } from "./export-button.tsx";
import { createPagedRows } from "./paged-rows.ts";
import {
  flowColumn,
  gainColumn,
  marketColumn,
  numberColumn,
  priceColumn,
  StoryButton,
  sideColumn,
  timeColumn,
} from "./record-cells.tsx";
import { type RecordColumn, RecordsTable } from "./records-table.tsx";
import type { TabProps } from "./tab-props.ts";
import { plainWord } from "./words.ts";

const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  spot: "Spot",
  "usdt-futures": "USDT futures",
  "usdc-futures": "USDC futures",
  "coin-futures": "Coin futures",
};

const FUTURES = CATEGORIES.filter((category) => category !== "spot");

type HistoryProps<T> = TabProps & {
  readonly name: string;
  readonly label: string;
  readonly categories: readonly Category[];
  readonly columns: readonly RecordColumn<T>[];
  readonly load: (request: PageRequest) => Promise<Page<T>>;
  readonly keyOf: (row: T) => string;
  /** Order whose story a row opens. */
  readonly storyOf?: (row: T) => string;
  readonly empty: JSX.Element;
};

/** A list of records of a category, or of the shown market, that loads page by page. */
function HistoryTab<T>(props: HistoryProps<T>): JSX.Element {
  const known = (category: Category): Category =>
    props.categories.includes(category) ? category : "usdt-futures";
  const [chosen, setChosen] = createSignal<Category>();
  const category = (): Category =>
    known((props.isMarketOnly ? undefined : chosen()) ?? props.instrument.category);
  const symbol = (): string | undefined =>
    props.isMarketOnly ? props.instrument.symbol : undefined;
  const pages = createPagedRows(() => {
    const request = { category: category(), symbol: symbol() };
    const { load } = props;
    return (cursor: string | undefined) => load({ ...request, cursor });
  }, props.keyOf);
  const { state } = props.client;
  createEffect(on([state.freshFills, state.orders], () => pages.refresh(), { defer: true }));
  const actions = (): ((row: T) => JSX.Element) | undefined => {
    const { storyOf } = props;
    if (storyOf === undefined) return undefined;
    return (row) => (
      <StoryButton of="the order" onOpen={() => props.onStory({ orderId: storyOf(row) })} />
    );
  };
  const shownActions = actions();
  return (
    <>
      <div class="tab-tools">
        <Show when={!props.isMarketOnly}>
          <Select
            label="Category"
            isLabelUnseen
            options={props.categories.map((name) => [name, CATEGORY_NAMES[name]] as const)}
            value={category()}
            onValue={setChosen}
          />
        </Show>
        <Button size="small" look="plain" onClick={() => pages.refresh()}>
          Refresh
        </Button>
        <ExportButton name={props.name} columns={props.columns} rows={pages.rows()} pages={pages} />
      </div>
      <RecordsTable
        label={props.label}
        columns={props.columns}
        rows={pages.rows()}
        pages={pages}
        empty={props.empty}
        {...(shownActions === undefined ? {} : { actions: shownActions })}
      />
    </>
  );
}

/** Sources of orders that the user sent. */
const OWN_SOURCES = ["normal", "market"];

const ORDER_COLUMNS: readonly RecordColumn<Order>[] = [
  marketColumn(),
  timeColumn("Placed", (order) => order.createdMs),
  timeColumn("Closed", (order) => order.updatedMs),
  sideColumn(),
  { title: "Type", text: (order) => order.type, cell: (order) => plainWord(order.type) },
  priceColumn("Price", (order) => order.price),
  priceColumn("Average", (order) => order.averagePrice),
  numberColumn("Size", (order) => (order.size === "" ? order.amount : order.size)),
  numberColumn("Filled", (order) => order.filled),
  {
    title: "Source",
    text: (order) => order.source,
    cell: (order) => (OWN_SOURCES.includes(order.source) ? "–" : plainWord(order.source)),
  },
  {
    title: "Status",
    text: (order) => order.status,
    cell: (order) => plainWord(order.status),
  },
  {
    title: "Reason",
    text: (order) => order.closeReason,
    cell: (order) => plainWord(order.closeReason),
  },
  {
    title: "Fee",
    isNumber: true,
    text: (order) => `${order.fee} ${order.feeCoin}`.trim(),
  },
  { title: "Order", isWide: true, text: (order) => order.id },
];

/** Closed orders. */
export function OrderHistoryTab(props: TabProps): JSX.Element {
  return (
    <HistoryTab
      {...props}
      name="order-history"
      label="Order history"
      categories={CATEGORIES}
      columns={ORDER_COLUMNS}
      load={(request) => props.client.orderHistory(request)}
      keyOf={(order) => order.id}
      storyOf={(order) => order.id}
      empty={
        <EmptyState title="No closed orders here">
          Orders come here when they are filled or cancelled. Story then says what happened to them
          and why.
        </EmptyState>
      }
    />
  );
}

const FILL_COLUMNS: readonly RecordColumn<Fill>[] = [
  marketColumn(),
  timeColumn("Time", (fill) => fill.timeMs),
  sideColumn(),
  { title: "Role", text: (fill) => fill.role, cell: (fill) => plainWord(fill.role) },
  priceColumn("Price", (fill) => fill.price),
  numberColumn("Size", (fill) => fill.size),
  numberColumn("Value", (fill) => fill.notional),
  {
    title: "Fee",
    isNumber: true,
    isWide: true,
    text: (fill) => `${fill.fee} ${fill.feeCoin}`.trim(),
  },
  gainColumn("Realised", (fill) => fill.realised),
  { title: "Order", isWide: true, text: (fill) => fill.orderId },
];

/** Own fills. */
export function FillsTab(props: TabProps): JSX.Element {
  return (
    <HistoryTab
      {...props}
      name="fills"
      label="Fills"
      categories={CATEGORIES}
      columns={FILL_COLUMNS}
      load={(request) => props.client.fills(request)}
      keyOf={(fill) => `${fill.id} ${fill.orderId}`}
      storyOf={(fill) => fill.orderId}
      empty={
        <EmptyState title="No fills here">
          Every execution of your orders is listed here with its price, role and fee. A market order
          in the ticket fills at once.
        </EmptyState>
      }
    />
  );
}

const BILL_COLUMNS: readonly RecordColumn<Bill>[] = [
  timeColumn("Time", (bill) => bill.timeMs),
  { title: "Wallet", text: (bill) => bill.wallet, cell: (bill) => plainWord(bill.wallet) },
  { title: "Kind", text: (bill) => bill.kind, cell: (bill) => plainWord(bill.kind) },
  { title: "Market", text: (bill) => bill.symbol },
  { title: "Coin", text: (bill) => bill.coin },
  flowColumn("Amount", (bill) => bill.amount),
  numberColumn("Fee", (bill) => bill.fee),
  numberColumn("Balance", (bill) => bill.balance),
  { title: "Bill", isWide: true, text: (bill) => bill.id },
];

/** Changes of the balances. */
export function BillsTab(props: TabProps): JSX.Element {
  return (
    <HistoryTab
      {...props}
      name="bills"
      label="Bills"
      categories={CATEGORIES}
      columns={BILL_COLUMNS}
      load={(request) => props.client.bills(request)}
      keyOf={(bill) => bill.id}
      empty={
        <EmptyState title="No bills here">
          Each change of a balance is a bill: trades, fees, funding and transfers.
        </EmptyState>
      }
    />
  );
}

const FUNDING_COLUMNS: readonly RecordColumn<FundingPayment>[] = [
  marketColumn(),
  timeColumn("Time", (payment) => payment.timeMs),
  flowColumn("Amount", (payment) => payment.amount),
  { title: "Coin", text: (payment) => payment.coin },
];

/** Funding that positions received or paid. */
export function FundingTab(props: TabProps): JSX.Element {
  return (
    <HistoryTab
      {...props}
      name="funding"
      label="Funding payments"
      categories={FUTURES}
      columns={FUNDING_COLUMNS}
      load={(request) => props.client.fundingPayments(request)}
      keyOf={(payment) => payment.id}
      empty={
        <EmptyState title="No funding payments here">
          A position that is open at the funding time receives or pays funding; the time left stands
          above the chart.
        </EmptyState>
      }
    />
  );
}
