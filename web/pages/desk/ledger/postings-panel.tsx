import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel } from "../../account/panel.tsx";
import { isoMoment } from "../iso-moment.ts";
import { PagedTable } from "../paged-table.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import { paged } from "../wire/paged.ts";
import { OtherSide } from "./other-side.tsx";
import { brokenPostings, netOf, type Posting, unansweredPostings } from "./postings.ts";

type Filter = { readonly wallet: string; readonly coin: string };

const WALLETS = [
  ["", "Every wallet"],
  ["spot", "Spot"],
  ["funding", "Funding"],
  ["unified", "Unified"],
  ["usdt_futures", "USDT futures"],
  ["usdc_futures", "USDC futures"],
  ["coin_futures", "Coin futures"],
  ["crossed_margin", "Crossed margin"],
  ["isolated_margin", "Isolated margin"],
] as const;

/** Each change of a balance of a user, newest first, with the balance after it. */
export function PostingsPanel(props: { readonly uid: string }): JSX.Element {
  const [filter, setFilter] = createSignal<Filter>({ wallet: "", coin: "" });
  const [coin, setCoin] = createSignal("");
  const [wallet, setWallet] = createSignal("");
  return (
    <Panel title="Postings">
      <form
        class="desk-filters"
        onSubmit={(event) => {
          event.preventDefault();
          setFilter({ wallet: wallet(), coin: coin().trim().toUpperCase() });
        }}
      >
        <Select label="Wallet" options={WALLETS} value={wallet()} onValue={setWallet} />
        <Field label="Coin" maxLength={16} value={coin()} onValue={setCoin} />
        <Button type="submit">Show the postings</Button>
      </form>
      <Show when={filter()} keyed>
        {(shown) => <PostingList uid={props.uid} filter={shown} />}
      </Show>
    </Panel>
  );
}

function columnsOf(
  uid: string,
  isBroken: (posting: Posting) => boolean,
): readonly Column<Posting>[] {
  return [
    { title: "Time", cell: (row) => isoMoment(row.time) },
    { title: "Account", cell: (row) => `${spacedWords(row.wallet)} ${row.coin}` },
    {
      title: "Kind",
      cell: (row) => `${spacedWords(row.kind)}${row.symbol && ` ${row.symbol}`}`,
    },
    {
      title: "Credit",
      isNumber: true,
      cell: (row) => (netOf(row).gt(0) ? exact(netOf(row).toFixed()) : ""),
    },
    {
      title: "Debit",
      isNumber: true,
      cell: (row) => (netOf(row).lt(0) ? exact(netOf(row).times(-1).toFixed()) : ""),
    },
    { title: "Of it fee", isNumber: true, cell: (row) => (row.fee === "0" ? "" : exact(row.fee)) },
    {
      title: "Balance after",
      isNumber: true,
      cell: (row) => (
        <Show when={isBroken(row)} fallback={exact(row.balance)}>
          <span class="warn">✕ {exact(row.balance)}</span>
        </Show>
      ),
    },
    { title: "Other side", cell: (row) => <OtherSide uid={uid} posting={row} /> },
    { title: "Behind it", cell: (row) => row.relatedId },
  ];
}

function PostingList(props: { readonly uid: string; readonly filter: Filter }): JSX.Element {
  const postings = paged(async (cursor) => {
    const path = `/users/${encodeURIComponent(props.uid)}/bills`;
    const query = { ...props.filter, cursor, limit: "50" };
    const page = await deskGet<{ readonly bills: readonly Posting[]; readonly cursor: string }>(
      path,
      query,
    );
    return { rows: page.bills, cursor: page.cursor };
  });
  const broken = createMemo(() => brokenPostings(postings.rows() ?? []));
  const unanswered = createMemo(() => unansweredPostings(postings.rows() ?? []));
  return (
    <>
      <p role="status">
        <Show
          when={broken().size === 0}
          fallback={
            <span class="warn">✕ {broken().size} balances do not follow from the one before</span>
          }
        >
          ✓ Each balance shown is the one before it plus credit or less debit.
        </Show>
      </p>
      <p role="status">
        <Show
          when={unanswered().size === 0}
          fallback={
            <span class="warn">
              ✕ {unanswered().size} postings and their other sides do not sum to zero
            </span>
          }
        >
          ✓ Each posting shown and the accounts on its other side sum to zero.
        </Show>
      </p>
      <PagedTable
        label="Postings"
        columns={columnsOf(props.uid, (posting) => broken().has(posting.billId))}
        pages={postings}
        empty={
          <EmptyState title="There are no postings">
            Choose another wallet or coin; each movement of money appears here.
          </EmptyState>
        }
      />
    </>
  );
}
