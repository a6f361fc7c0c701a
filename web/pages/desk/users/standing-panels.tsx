import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { BEGINNING_TERM } from "../acts/beginning-term.ts";
import { openEdit } from "../acts/edit-dialog.tsx";
import {
  beginReviewAct,
  endReviewAct,
  REVIEW_REASONS,
  type ReviewReason,
} from "../approvals/approval-acts.ts";
import { Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { closeAct } from "./user-acts.ts";
import type { ShownUser } from "./user-rows.ts";

type Props = { readonly user: ShownUser; readonly reload: () => void };

/** Review, fees, and the end of a user. */
export function StandingPanels(props: Props): JSX.Element {
  return (
    <>
      <ReviewPanel user={props.user} reload={props.reload} />
      <FeeLevelPanel uid={props.user.uid} />
      <Panel title="Close the user">
        <p class="quiet">Only a user who holds nothing and has no debt can be closed.</p>
        <div class="desk-buttons">
          <Button
            look="danger"
            size="small"
            disabled={!mayAct("support")}
            onClick={() => ask(closeAct(props.user, props.reload))}
          >
            Close the user
          </Button>
        </div>
      </Panel>
    </>
  );
}

function ReviewPanel(props: Props): JSX.Element {
  const [reason, setReason] = createSignal<ReviewReason>("operator_decision");
  const isAllowed = () => mayAct("support", "risk");
  return (
    <Panel title="Review">
      <Show
        when={props.user.isUnderReview}
        fallback={
          <div class="desk-filters">
            <Select
              label="Reason of the review"
              options={REVIEW_REASONS}
              value={reason()}
              onValue={setReason}
            />
            <Button
              disabled={!isAllowed()}
              onClick={() => ask(beginReviewAct(props.user.uid, reason(), props.reload))}
            >
              Begin a review
            </Button>
          </div>
        }
      >
        <p class="warn">
          Under review since {isoMoment(props.user.heldSince)}:{" "}
          {spacedWords(props.user.reviewReason)}
        </p>
        <div class="desk-buttons">
          <Button
            disabled={!isAllowed()}
            onClick={() => ask(endReviewAct(props.user.uid, props.reload))}
          >
            End the review
          </Button>
        </div>
      </Show>
    </Panel>
  );
}

const LEVEL_HINT = "1 to 100, with fees set under Markets, Fee levels";

type FeeLevel = { readonly level: number; readonly nextLevel: number; readonly from: string };

function FeeLevelPanel(props: { readonly uid: string }): JSX.Element {
  const path = `/users/${props.uid}/fee-level`;
  const fees = loaded(() => deskGet<FeeLevel>(path));
  const change = ({ level }: FeeLevel): void => {
    openEdit({
      title: `Fee level of ${props.uid}`,
      explanation: "For the main account and all its sub-accounts. 0 is no level.",
      needsAll: true,
      terms: [
        { name: "level", label: "Level", kind: "whole", value: String(level), hint: LEVEL_HINT },
        BEGINNING_TERM,
      ],
      act: {
        title: "Change the fee level",
        method: "PUT",
        path,
        done: () => "The fee level is changed",
        onDone: () => fees.reload(),
      },
    });
  };
  return (
    <Panel title="Fees">
      <WhenLoaded from={fees}>
        {(value) => (
          <>
            <Facts
              facts={[
                ["Fee level", value().level === 0 ? "none" : value().level],
                ...(value().from === ""
                  ? []
                  : [["Next", `${value().nextLevel} from ${isoMoment(value().from)}`] as const]),
              ]}
            />
            <div class="desk-buttons">
              <Button size="small" disabled={!mayAct("treasury")} onClick={() => change(value())}>
                Change the fee level
              </Button>
            </div>
          </>
        )}
      </WhenLoaded>
    </Panel>
  );
}
