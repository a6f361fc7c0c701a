import { createSignal, type JSX } from "solid-js";
import { compact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Select } from "../../../parts/select.tsx";
import { type Loaded, loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { isoMoment } from "../iso-moment.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { PagedTable } from "../paged-table.tsx";
import { isUid, UidField } from "../uid-field.tsx";
import { UserLink } from "../user-link.tsx";
import { allUsers } from "../users/all-users.ts";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { paged } from "../wire/paged.ts";
import {
  beginReviewAct,
  endReviewAct,
  REVIEW_REASONS,
  type ReviewReason,
} from "./approval-acts.ts";

type Review = {
  readonly mainUid: string;
  readonly subUids: readonly string[];
  readonly reason: string;
  readonly heldSince: string;
};

async function loadReviews(): Promise<readonly Review[]> {
  const users = await allUsers({ isUnderReview: "true", kind: "main" });
  return Promise.all(users.map(({ uid }) => deskGet<Review>(`/users/${uid}/review`)));
}

/** Reviews of accounts, and the alerts of surveillance that may lead to one. */
export function ReviewsPanels(): JSX.Element {
  const reviews = loaded(loadReviews);
  return (
    <>
      <h1>Reviews and alerts</h1>
      <BeginPanel onDone={() => reviews.reload()} />
      <ReviewsPanel reviews={reviews} />
      <AlertsPanel onDone={() => reviews.reload()} />
    </>
  );
}

function BeginPanel(props: { readonly onDone: () => void }): JSX.Element {
  const [uid, setUid] = createSignal("");
  const [reason, setReason] = createSignal<ReviewReason>("operator_decision");
  return (
    <Panel title="Begin a review">
      <form
        class="desk-filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (isUid(uid())) ask(beginReviewAct(uid().trim(), reason(), props.onDone));
        }}
      >
        <UidField value={uid()} onValue={setUid} />
        <Select label="Why" options={REVIEW_REASONS} value={reason()} onValue={setReason} />
        <Button type="submit" disabled={!isUid(uid()) || !mayAct("support", "risk")}>
          Begin the review
        </Button>
      </form>
    </Panel>
  );
}

function reviewColumns(reload: () => void): readonly Column<Review>[] {
  return [
    { title: "Main account", cell: (row) => <UserLink uid={row.mainUid} /> },
    { title: "Sub-accounts", isNumber: true, cell: (row) => row.subUids.length },
    { title: "Why", cell: (row) => spacedWords(row.reason) },
    { title: "Since", cell: (row) => isoMoment(row.heldSince) },
    {
      title: "",
      cell: (row) => (
        <Button
          size="small"
          disabled={!mayAct("support", "risk")}
          aria-label={`End the review of ${row.mainUid}`}
          onClick={() => ask(endReviewAct(row.mainUid, reload))}
        >
          End
        </Button>
      ),
    },
  ];
}

function ReviewsPanel(props: { readonly reviews: Loaded<readonly Review[]> }): JSX.Element {
  return (
    <Panel title="Accounts under review">
      <LoadedTable
        label="Accounts under review"
        columns={reviewColumns(() => props.reviews.reload())}
        from={props.reviews}
        empty={
          <EmptyState title="No account is under review">
            A review stops transfers between users and withdrawals; trading goes on.
          </EmptyState>
        }
      />
    </Panel>
  );
}

type Alert = {
  readonly id: string;
  readonly kind: ReviewReason;
  readonly realm: string;
  readonly symbol: string;
  readonly uids: readonly string[];
  readonly valueUsd: number;
  readonly count: number;
  readonly lastSeen: string;
};

function alertColumns(onDone: () => void): readonly Column<Alert>[] {
  return [
    { title: "Alert", cell: (row) => spacedWords(row.kind) },
    { title: "Market", cell: (row) => row.symbol || "whole account" },
    { title: "Users", cell: (row) => row.uids.map((uid) => <UserLink uid={uid} />) },
    { title: "Value", isNumber: true, cell: (row) => `${compact(row.valueUsd)} USD` },
    { title: "Times", isNumber: true, cell: (row) => row.count },
    { title: "Last seen", cell: (row) => isoMoment(row.lastSeen) },
    {
      title: "",
      cell: (row) =>
        row.uids.map((uid) => (
          <Button
            size="small"
            disabled={!mayAct("support", "risk")}
            aria-label={`Review ${uid}`}
            onClick={() => ask(beginReviewAct(uid, row.kind, onDone))}
          >
            Review {uid}
          </Button>
        )),
    },
  ];
}

function AlertsPanel(props: { readonly onDone: () => void }): JSX.Element {
  const alerts = paged(async (cursor) => {
    const page = await deskGet<{ alerts: readonly Alert[]; cursor: string }>(
      "/surveillance/alerts",
      { cursor, limit: "25" },
    );
    return { rows: page.alerts, cursor: page.cursor };
  });
  return (
    <Panel title="Alerts of surveillance">
      <PagedTable
        label="Alerts"
        columns={alertColumns(() => props.onDone())}
        pages={alerts}
        empty={
          <EmptyState title="There are no alerts">
            Surveillance looks for wash trades, trades with itself and draws on insurance funds.
          </EmptyState>
        }
      />
    </Panel>
  );
}
