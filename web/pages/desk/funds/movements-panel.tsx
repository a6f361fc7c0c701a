import { type JSX, Show } from "solid-js";
import { signClass, signed } from "../../../numbers/format.ts";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel } from "../../account/panel.tsx";
import { isoMoment } from "../iso-moment.ts";
import { PagedTable } from "../paged-table.tsx";
import { UserLink } from "../user-link.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import { paged } from "../wire/paged.ts";
import { type FundMovement, fundText, type Realm } from "./fund-rows.ts";

/** Decimals of the shown amounts; the statements of the house have all of them. */
const DECIMALS = 8;

const COLUMNS: readonly Column<FundMovement>[] = [
  { title: "Time", cell: (row) => isoMoment(row.time) },
  {
    title: "User",
    cell: (row) => (
      <>
        <UserLink uid={row.uid} />
        <Show when={row.isAgent}>
          <span class="quiet"> agent</span>
        </Show>
      </>
    ),
  },
  { title: "Why", cell: (row) => spacedWords(row.reason) },
  {
    title: "Amount",
    isNumber: true,
    cell: (row) => <span class={signClass(row.amount)}>{signed(row.amount, DECIMALS)}</span>,
  },
  { title: "Liquidation", cell: (row) => row.liquidationId },
];

type Answer = { readonly movements: readonly FundMovement[]; readonly cursor: string };

/** What an insurance fund received and paid because of users, newest first. */
export function MovementsPanel(props: {
  readonly realm: string;
  readonly coin: string;
}): JSX.Element {
  const fund = () => {
    const realm: Realm = props.realm === "demo" ? "demo" : "live";
    return { coin: props.coin, realm, fund: "insurance_fund" } as const;
  };
  const movements = paged(async (cursor) => {
    const { coin, realm } = fund();
    const query = { realm, coin, cursor, limit: "50" };
    const page = await deskGet<Answer>("/insurance-funds/movements", query);
    return { rows: page.movements, cursor: page.cursor };
  });
  return (
    <>
      <p>
        <a href="/desk/funds">All funds</a>
      </p>
      <h1>Movements of the {fundText(fund())}</h1>
      <Panel title="Received and paid because of users">
        <PagedTable
          label="Movements"
          columns={COLUMNS}
          pages={movements}
          empty={
            <EmptyState title="There are no movements yet">
              The fund receives what is left of liquidations and pays what they lack. Movements for
              agents of the market are only in the statements of the house.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}
