import type { JSX } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel } from "../../account/panel.tsx";
import { openEdit } from "../acts/edit-dialog.tsx";
import { isoMoment } from "../iso-moment.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { PagedTable } from "../paged-table.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { paged } from "../wire/paged.ts";
import {
  type Fill,
  liquidationRefund,
  type Refundable,
  type Trade,
  tradeCorrection,
} from "./correction-acts.ts";
import type { ShownUser } from "./user-rows.ts";

/** Trades whose price can be corrected, and liquidations that can be refunded. */
export function CorrectionsPanels(props: { readonly user: ShownUser }): JSX.Element {
  return (
    <>
      <RefundsPanel user={props.user} />
      <FillsPanel uid={props.user.uid} />
    </>
  );
}

function refundColumns(user: ShownUser, reload: () => void): readonly Column<Refundable>[] {
  return [
    { title: "Liquidation", cell: (row) => row.liquidationId },
    { title: "Coin", cell: (row) => row.coin },
    { title: "The fund kept", isNumber: true, cell: (row) => exact(row.taken) },
    { title: "Refunded", isNumber: true, cell: (row) => exact(row.refunded) },
    { title: "Refundable", isNumber: true, cell: (row) => exact(row.refundable) },
    { title: "Since", cell: (row) => isoMoment(row.since) },
    {
      title: "",
      cell: (row) => (
        <Button
          size="small"
          disabled={!mayAct("treasury") || Number(row.refundable) <= 0}
          aria-label={`Refund liquidation ${row.liquidationId}`}
          onClick={() => openEdit(liquidationRefund(user, row, reload))}
        >
          Refund
        </Button>
      ),
    },
  ];
}

function RefundsPanel(props: { readonly user: ShownUser }): JSX.Element {
  const rows = loaded(() =>
    deskGet<readonly Refundable[]>(`/users/${props.user.uid}/refundable-liquidations`),
  );
  return (
    <Panel title="Refundable liquidations">
      <LoadedTable
        label="Refundable liquidations"
        columns={refundColumns(props.user, () => rows.reload())}
        from={rows}
        empty={
          <EmptyState title="There is nothing to refund">
            The insurance fund kept nothing of this user in the last 30 days.
          </EmptyState>
        }
      />
    </Panel>
  );
}

/** Looks up both sides of a trade, and opens the form of its correction. */
async function correct({ category, fillId, realm, symbol }: Fill): Promise<void> {
  const trade = await deskGet<Trade>(`/trades/${fillId}`, { symbol, category, realm });
  if (trade.isCorrected) {
    showToast({ kind: "bad", text: "This trade is corrected already" });
    return;
  }
  openEdit(tradeCorrection(trade, () => {}));
}

const FILLS: readonly Column<Fill>[] = [
  { title: "Time", cell: (row) => isoMoment(row.time) },
  { title: "Market", cell: (row) => `${row.symbol} ${spacedWords(row.category)}` },
  { title: "Side", cell: (row) => `${row.side}, ${row.role}` },
  { title: "Price", isNumber: true, cell: (row) => exact(row.price) },
  { title: "Size", isNumber: true, cell: (row) => exact(row.size) },
  { title: "Fee", isNumber: true, cell: (row) => `${exact(row.fee)} ${row.feeCoin}` },
  { title: "Order", cell: (row) => row.orderId },
  {
    title: "",
    cell: (row) => (
      <Button
        size="small"
        disabled={!mayAct("treasury")}
        aria-label={`Correct the price of trade ${row.tradeId}`}
        onClick={() => {
          correct(row).catch(showFailure);
        }}
      >
        Correct
      </Button>
    ),
  },
];

function FillsPanel(props: { readonly uid: string }): JSX.Element {
  const fills = paged(async (cursor) => {
    const query = { cursor, limit: "25" };
    const page = await deskGet<{ readonly fills: readonly Fill[]; readonly cursor: string }>(
      `/users/${props.uid}/fills`,
      query,
    );
    return { rows: page.fills, cursor: page.cursor };
  });
  return (
    <Panel title="Fills">
      <p class="quiet">
        Trades with agents of the generated market cannot be corrected: their side is not kept.
      </p>
      <PagedTable
        label="Fills"
        columns={FILLS}
        pages={fills}
        empty={<EmptyState title="This user has no fills">They appear with a trade.</EmptyState>}
      />
    </Panel>
  );
}
