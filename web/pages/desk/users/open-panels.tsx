import type { JSX } from "solid-js";
import { exact, percent } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { isoMoment } from "../iso-moment.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { type LoanRow, type Loans, loanRows } from "./loan-rows.ts";
import { cancelOrdersAct } from "./user-acts.ts";
import type { ShownUser } from "./user-rows.ts";

type Market = { readonly symbol: string; readonly category: string };

type Position = Market & {
  readonly side: "long" | "short";
  readonly size: string;
  readonly entryPrice: string;
  readonly markPrice: string;
  readonly marginCoin: string;
  readonly unrealisedPnl: string;
  readonly marginMode: string;
  readonly leverage: number;
  readonly margin: string;
  readonly marginRatio: string;
  readonly liquidationPrice: string;
};

type Order = Market & {
  readonly orderId: string;
  readonly side: "buy" | "sell";
  readonly orderType: string;
  readonly source: string;
  readonly price: string;
  readonly size: string;
  readonly quoteAmount: string;
  readonly filled: string;
  readonly reduceOnly: boolean;
  readonly createdAt: string;
};

type Plan = Market & {
  readonly planId: string;
  readonly kind: string;
  readonly side: "buy" | "sell";
  readonly triggerBy: string;
  readonly triggerPrice: string;
  readonly price: string;
  readonly size: string;
  readonly createdAt: string;
};

const MARKET = {
  title: "Market",
  cell: (row: Market) => `${row.symbol} ${spacedWords(row.category)}`,
} as const;

const POSITIONS: readonly Column<Position>[] = [
  MARKET,
  { title: "Side", cell: (row) => row.side },
  { title: "Size", isNumber: true, cell: (row) => exact(row.size) },
  { title: "Entry", isNumber: true, cell: (row) => exact(row.entryPrice) },
  { title: "Mark", isNumber: true, cell: (row) => exact(row.markPrice) },
  {
    title: "Unrealised result",
    isNumber: true,
    cell: (row) => `${exact(row.unrealisedPnl)} ${row.marginCoin}`,
  },
  { title: "Margin", cell: (row) => `${exact(row.margin)}, ${row.marginMode} ${row.leverage}×` },
  { title: "Margin ratio", isNumber: true, cell: (row) => percent(row.marginRatio) },
  {
    title: "Liquidated at",
    isNumber: true,
    cell: (row) => (row.liquidationPrice === "" ? "no price" : exact(row.liquidationPrice)),
  },
];

const ORDERS: readonly Column<Order>[] = [
  { title: "Order", cell: (row) => row.orderId },
  MARKET,
  {
    title: "Side",
    cell: (row) => `${row.side} ${row.orderType}${row.reduceOnly ? ", reduce only" : ""}`,
  },
  {
    title: "Price",
    isNumber: true,
    cell: (row) => (row.price === "" ? "market" : exact(row.price)),
  },
  {
    title: "Size",
    isNumber: true,
    cell: (row) => (row.size === "" ? `for ${exact(row.quoteAmount)}` : exact(row.size)),
  },
  { title: "Filled", isNumber: true, cell: (row) => exact(row.filled) },
  { title: "From", cell: (row) => spacedWords(row.source) },
  { title: "Since", cell: (row) => isoMoment(row.createdAt) },
];

const PLANS: readonly Column<Plan>[] = [
  { title: "Plan", cell: (row) => row.planId },
  { title: "Kind", cell: (row) => spacedWords(row.kind) },
  MARKET,
  { title: "Side", cell: (row) => row.side },
  {
    title: "Trigger",
    isNumber: true,
    cell: (row) => (row.triggerPrice === "" ? "" : `${row.triggerBy} ${exact(row.triggerPrice)}`),
  },
  {
    title: "Price",
    isNumber: true,
    cell: (row) => (row.price === "" ? "market" : exact(row.price)),
  },
  { title: "Size", isNumber: true, cell: (row) => (row.size === "" ? "all" : exact(row.size)) },
  { title: "Since", cell: (row) => isoMoment(row.createdAt) },
];

const LOANS: readonly Column<LoanRow>[] = [
  { title: "Kind", cell: (row) => row.kind },
  { title: "Coin", cell: (row) => row.coin },
  { title: "Principal", isNumber: true, cell: (row) => exact(row.principal) },
  { title: "Unpaid interest", isNumber: true, cell: (row) => exact(row.interest) },
  { title: "Risk", cell: (row) => row.risk },
];

/** What a user has open: positions, orders, plans and loans. */
export function OpenPanels(props: {
  readonly user: ShownUser;
  readonly reload: () => void;
}): JSX.Element {
  const path = `/users/${props.user.uid}`;
  return (
    <>
      <ListPanel
        title="Positions"
        columns={POSITIONS}
        load={() => deskGet<readonly Position[]>(`${path}/positions`)}
      />
      <ListPanel
        title="Open orders"
        columns={ORDERS}
        load={() => deskGet<readonly Order[]>(`${path}/orders`)}
        actions={(reload) => (
          <Button
            size="small"
            look="danger"
            disabled={!mayAct("support", "risk")}
            onClick={() => {
              const done = (): void => {
                reload();
                props.reload();
              };
              ask(cancelOrdersAct(props.user, done));
            }}
          >
            Cancel orders and plans
          </Button>
        )}
      />
      <ListPanel
        title="Plans"
        columns={PLANS}
        load={() => deskGet<readonly Plan[]>(`${path}/plans`)}
      />
      <ListPanel
        title="Loans"
        columns={LOANS}
        load={async () => loanRows(await deskGet<Loans>(`${path}/loans`))}
      />
    </>
  );
}

/** A list of the user, which is loaded on its own. */
function ListPanel<T>(props: {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly load: () => Promise<readonly T[]>;
  readonly actions?: (reload: () => void) => JSX.Element;
}): JSX.Element {
  const rows = loaded(() => props.load());
  return (
    <Panel title={props.title} actions={props.actions?.(() => rows.reload())}>
      <LoadedTable
        label={props.title}
        columns={props.columns}
        from={rows}
        empty={<EmptyState title={`This user has no ${props.title.toLowerCase()}`} />}
      />
    </Panel>
  );
}
