import Big from "big.js";
import { createMemo, For, type JSX, Show } from "solid-js";
import { compact, NO_VALUE } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { keptParts } from "../../../state/kept-parts.ts";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { type Fact, Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { UserLink } from "../user-link.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { receivedAmount, withdrawalDecision } from "./approval-acts.ts";
import type { OpenWithdrawal, RecordedWithdrawal } from "./approval-rows.ts";
import {
  type AddressEntry,
  type Risk,
  type RiskInput,
  type UserFacts,
  withdrawalRisks,
} from "./withdrawal-risks.ts";
import "./approvals.css";

type ChainTerms = {
  readonly coin: string;
  readonly chain: string;
  readonly withdrawConfirmations: number;
  readonly unattendedMax: string;
  readonly isCongested: boolean;
};

type Seen = {
  readonly row: RecordedWithdrawal | undefined;
  readonly open: OpenWithdrawal | undefined;
  readonly terms: ChainTerms | undefined;
  readonly risk: RiskInput | undefined;
};

type IndexPrice = {
  readonly symbol: string;
  readonly category: string;
  readonly realm: string;
  readonly price: string;
};

/** Value in US dollars at the index price of the coin; undefined without one. */
function valueUsd(
  { coin, debit }: RecordedWithdrawal,
  prices: readonly IndexPrice[],
): number | undefined {
  if (coin === "USDT" || coin === "USDC") return Number(debit);
  const price = prices.find(
    ({ category, realm, symbol }) =>
      realm === "live" && category === "spot" && symbol === `${coin}USDT`,
  )?.price;
  return price === undefined ? undefined : Big(price).times(debit).toNumber();
}

type Alerts = { readonly alerts: readonly { readonly uids: readonly string[] }[] };

async function loadWithdrawal(uid: string, id: string): Promise<Seen> {
  const [past, open, user, addresses, chains, prices, alerts] = await Promise.all([
    deskGet<{ withdrawals: readonly RecordedWithdrawal[] }>(`/users/${uid}/withdrawals`),
    deskGet<readonly OpenWithdrawal[]>("/withdrawals"),
    deskGet<UserFacts>(`/users/${uid}`),
    deskGet<readonly AddressEntry[]>(`/users/${uid}/addresses`),
    deskGet<readonly ChainTerms[]>("/chains"),
    deskGet<readonly IndexPrice[]>("/index-prices"),
    deskGet<Alerts>("/surveillance/alerts"),
  ]);
  const row = past.withdrawals.find((one) => one.id === id);
  const terms = chains.find(({ chain, coin }) => chain === row?.chain && coin === row.coin);
  return {
    row,
    terms,
    open: open.find((one) => one.id === id),
    risk: row && {
      ...{ user, addresses, past: past.withdrawals, withdrawal: row },
      alerts: alerts.alerts.filter(({ uids }) => uids.includes(uid)).length,
      valueUsd: valueUsd(row, prices),
      isChainCongested: terms?.isCongested ?? false,
      nowMs: Date.now(),
    },
  };
}

/** Interval at which the page follows a withdrawal to its confirmation, in ms. */
const FOLLOW_MS = 2_000;

/** One withdrawal: what leaves, where it goes, who asked, what speaks against it. */
export function WithdrawalPage(props: { readonly uid: string; readonly id: string }): JSX.Element {
  const withdrawal = loaded(() => loadWithdrawal(props.uid, props.id), FOLLOW_MS);
  return (
    <>
      <p>
        <a href="/desk/approvals">All approvals</a>
      </p>
      <h1>Withdrawal {props.id}</h1>
      <WhenLoaded from={withdrawal}>
        {(seen) => (
          <Show
            when={seen().row}
            fallback={
              <EmptyState title="This user has no such withdrawal among the newest 100">
                Look in the list of approvals.
              </EmptyState>
            }
          >
            {(row) => (
              <>
                <DecisionPanel
                  uid={props.uid}
                  seen={seen()}
                  row={row()}
                  reload={withdrawal.reload}
                />
                <Show when={seen().risk}>{(risk) => <RiskPanel risk={risk()} />}</Show>
              </>
            )}
          </Show>
        )}
      </WhenLoaded>
    </>
  );
}

/** Words of the steps that a withdrawal takes. */
const STATUS_TEXTS: Readonly<Record<string, string>> = {
  review: "Waits for a decision",
  approved: "Approved, not signed yet",
  signed: "Signed, not on the chain yet",
  broadcast: "On the chain, not final yet",
  confirmed: "Confirmed by the chain",
  rejected: "Refused and refunded",
  cancelled: "Cancelled by the user and refunded",
  failed: "Refused by the chain and refunded",
};

/** What the panel shows of a withdrawal, without what changes at every answer. */
type Shown = {
  readonly uid: string;
  readonly row: RecordedWithdrawal;
  readonly name: string;
  readonly remark: string;
  readonly value: string;
  readonly unattended: string;
  readonly confirmations: string;
};

function shownOf(uid: string, row: RecordedWithdrawal, { open, risk, terms }: Seen): Shown {
  const value = risk?.valueUsd;
  return {
    ...{ uid, row, name: risk?.user.name ?? "", remark: open?.remark ?? "" },
    value: value === undefined ? "" : `${compact(value)} USD`,
    unattended: terms === undefined ? "" : `${terms.unattendedMax} ${row.coin}`,
    confirmations: `${row.confirmations} of ${terms?.withdrawConfirmations ?? NO_VALUE}`,
  };
}

function factsOf(shown: Shown): readonly Fact[] {
  const { confirmations, name, remark, row, uid, unattended, value } = shown;
  return [
    ["Amount", `${row.debit} ${row.coin}`],
    ["Value", value],
    ["Fee", `${row.fee} ${row.coin}`],
    ["Arrives", `${receivedAmount(row)} ${row.coin}`],
    ["Destination", <span class="mono">{row.address || row.toUid}</span>],
    ["Chain", row.chain],
    ["Tag", row.tag],
    ["Asked by user", <UserLink uid={uid} />],
    ["Name", name],
    ["Asked at", isoMoment(row.createdAt)],
    ["Remark of the user", remark],
    ["Without approval, a day", unattended],
    ["Confirmations", confirmations],
    ["Transaction", row.transactionId && <span class="mono">{row.transactionId}</span>],
  ];
}

/** Whether two values show the same, so that elements, focus and selection stay. */
const isSameShown = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function DecisionPanel(props: {
  readonly uid: string;
  readonly seen: Seen;
  readonly row: RecordedWithdrawal;
  readonly reload: () => void;
}): JSX.Element {
  const decide = (isApproved: boolean): void =>
    ask(withdrawalDecision(props.row, isApproved, props.reload));
  const shown = createMemo(() => shownOf(props.uid, props.row, props.seen), undefined, {
    equals: isSameShown,
  });
  return (
    <Panel title="What is asked for">
      <p role="status">
        <strong>{STATUS_TEXTS[props.row.status] ?? props.row.status}</strong>{" "}
        <span class="quiet">({props.row.status})</span>
      </p>
      <Facts facts={factsOf(shown())} />
      <Show when={props.row.status === "review"}>
        <div class="desk-buttons">
          <Button look="primary" disabled={!mayAct("treasury")} onClick={() => decide(true)}>
            Approve
          </Button>
          <Button look="danger" disabled={!mayAct("treasury")} onClick={() => decide(false)}>
            Refuse
          </Button>
        </div>
        <p class="quiet">
          {mayAct("treasury")
            ? "The user asked, and you are the second person: your name is kept with the decision."
            : "Withdrawals are decided on with the role treasury."}
        </p>
      </Show>
    </Panel>
  );
}

const SIGNS = { stops: "✕", warns: "!", speaks_for: "✓" } as const;
const SIGN_TEXTS = { stops: "Stops it:", warns: "Warning:", speaks_for: "Fine:" } as const;

function RiskPanel(props: { readonly risk: RiskInput }): JSX.Element {
  const risks = createMemo<readonly Risk[]>(
    (before) => keptParts(before, withdrawalRisks(props.risk)),
    [],
  );
  return (
    <Panel title="Risk">
      <ul class="desk-risks">
        <For each={risks()}>
          {({ kind, text }) => (
            <li data-risk={kind}>
              <span class="desk-risk-sign" aria-hidden="true">
                {SIGNS[kind]}
              </span>
              <span>
                <span class="unseen">{SIGN_TEXTS[kind]} </span>
                {text}
              </span>
            </li>
          )}
        </For>
      </ul>
    </Panel>
  );
}
