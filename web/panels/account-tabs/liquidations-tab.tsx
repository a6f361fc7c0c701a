import type { JSX } from "solid-js";
import type { Page } from "../../accounts/model.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { get } from "../../wire/rest.ts";
import { ExportButton } from "./export-button.tsx";
import { createPagedRows } from "./paged-rows.ts";
import { StoryButton, timeColumn } from "./record-cells.tsx";
import { type RecordColumn, RecordsTable } from "./records-table.tsx";
import type { TabProps } from "./tab-props.ts";
import { plainWord } from "./words.ts";

/** A row of `GET /terminal/v1/liquidations`. */
export type Liquidation = {
  readonly liquidationId: string;
  /** isolated, crossed, unified or margin. */
  readonly scope: string;
  /** Empty where the whole account is liquidated. */
  readonly symbol: string;
  readonly status: string;
  /** Unix ms as text. */
  readonly startTime: string;
  /** Unix ms as text; empty while it is open. */
  readonly endTime: string;
};

const PAGE_ROWS = 50;

/** Loads a page of liquidations of the account. Rejects with `WireFailure`. */
export async function loadLiquidations(
  cursor: string | undefined,
  limit = PAGE_ROWS,
): Promise<Page<Liquidation>> {
  const query = { limit, cursor };
  const page = await get<{ list: readonly Liquidation[]; cursor: string }>(
    "/terminal/v1/liquidations",
    query,
  );
  return { rows: page.list, next: page.cursor === "" ? undefined : page.cursor };
}

const COLUMNS: readonly RecordColumn<Liquidation>[] = [
  timeColumn("Began", ({ startTime }) => Number(startTime)),
  timeColumn("Ended", ({ endTime }) => Number(endTime)),
  { title: "Scope", text: ({ scope }) => scope, cell: ({ scope }) => plainWord(scope) },
  { title: "Market", text: ({ symbol }) => (symbol === "" ? "All" : symbol) },
  { title: "Status", text: ({ status }) => status, cell: ({ status }) => plainWord(status) },
  { title: "Liquidation", isWide: true, text: ({ liquidationId }) => liquidationId },
];

/** Liquidations of positions and margin accounts, with their stories. */
export function LiquidationsTab(props: TabProps): JSX.Element {
  const load = (cursor: string | undefined) => loadLiquidations(cursor);
  const pages = createPagedRows(
    () => load,
    ({ liquidationId }) => liquidationId,
  );
  return (
    <>
      <div class="tab-tools">
        <ExportButton name="liquidations" columns={COLUMNS} rows={pages.rows()} pages={pages} />
      </div>
      <RecordsTable
        label="Liquidations"
        columns={COLUMNS}
        rows={pages.rows()}
        pages={pages}
        actions={({ liquidationId }) => (
          <StoryButton of="the liquidation" onOpen={() => props.onStory({ liquidationId })} />
        )}
        empty={
          <EmptyState title="No liquidations">Nothing of this account was liquidated.</EmptyState>
        }
      />
    </>
  );
}
