import { For, type JSX, Show } from "solid-js";
import { compact, NO_VALUE } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { type Fact, Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { UserLink } from "../user-link.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { receivedAmount, withdrawalDecision } from "./approval-acts.ts";
import type { RecordedWithdrawal } from "./approval-rows.ts";
import {
  chainTermsOf,
  loadWithdrawalContext,
  riskInputOf,
  valueUsd,
  type WithdrawalContext,
} from "./withdrawal-context.ts";
import { type RiskInput, withdrawalRisks } from "./withdrawal-risks.ts";
import "./approvals.css";

/** Interval at which the page follows a withdrawal to its confirmation, in ms. */
const FOLLOW_MS = 2_000;

/** One withdrawal: what leaves, where it goes, who asked, what speaks against it. */
export function WithdrawalPage(props: { readonly uid: string; readonly id: string }): JSX.Element {
  const past = loaded(async () => {
    const path = `/users/${props.uid}/withdrawals`;
    return (await deskGet<{ withdrawals: readonly RecordedWithdrawal[] }>(path)).withdrawals;
  }, FOLLOW_MS);
  const context = loaded(() => loadWithdrawalContext(props.uid, props.id));
  const reload = (): void => {
    past.reload();
    context.reload();
  };
  return (
    <>
      <p>
        <a href="/desk/approvals">All approvals</a>
      </p>
      <h1>Withdrawal {props.id}</h1>
      <WhenLoaded from={past}>
        {(rows) => (
          <Show
            when={rows().find(({ id }) => id === props.id)}
            fallback={
              <EmptyState title="This user has no such withdrawal among the newest 100">
                Look in the list of approvals.
              </EmptyState>
            }
          >
            {(row) => (
              <WhenLoaded from={context}>
                {(known) => (
                  <>
                    <DecisionPanel uid={props.uid} row={row()} context={known()} reload={reload} />
                    <RiskPanel risk={riskInputOf(known(), row(), rows())} />
                  </>
                )}
              </WhenLoaded>
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

function factsOf(
  uid: string,
  row: RecordedWithdrawal,
  context: WithdrawalContext,
): readonly Fact[] {
  const value = valueUsd(context, row);
  const terms = chainTermsOf(context, row);
  return [
    ["Amount", `${row.debit} ${row.coin}`],
    ["Value", value === undefined ? "" : `${compact(value)} USD`],
    ["Fee", `${row.fee} ${row.coin}`],
    ["Arrives", `${receivedAmount(row)} ${row.coin}`],
    ["Destination", <span class="mono">{row.address || row.toUid}</span>],
    ["Chain", row.chain],
    ["Tag", row.tag],
    ["Asked by user", <UserLink uid={uid} />],
    ["Name", context.user.name],
    ["Asked at", isoMoment(row.createdAt)],
    ["Remark of the user", context.remark],
    ["Without approval, a day", terms === undefined ? "" : `${terms.unattendedMax} ${row.coin}`],
    ["Confirmations", `${row.confirmations} of ${terms?.withdrawConfirmations ?? NO_VALUE}`],
    ["Transaction", row.transactionId && <span class="mono">{row.transactionId}</span>],
  ];
}

function DecisionPanel(props: {
  readonly uid: string;
  readonly row: RecordedWithdrawal;
  readonly context: WithdrawalContext;
  readonly reload: () => void;
}): JSX.Element {
  const decide = (isApproved: boolean): void =>
    ask(withdrawalDecision(props.row, isApproved, props.reload));
  return (
    <Panel title="What is asked for">
      <p role="status">
        <strong>{STATUS_TEXTS[props.row.status] ?? props.row.status}</strong>{" "}
        <span class="quiet">({props.row.status})</span>
      </p>
      <Facts facts={factsOf(props.uid, props.row, props.context)} />
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
  return (
    <Panel title="Risk">
      <ul class="desk-risks">
        <For each={withdrawalRisks(props.risk)}>
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
