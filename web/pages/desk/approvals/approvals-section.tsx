import { type JSX, Match, Switch } from "solid-js";
import type { SectionProps } from "../desk-sections.ts";
import { SubSections } from "../sub-sections.tsx";
import { ChangesPanels } from "./changes-panels.tsx";
import { ReviewsPanels } from "./reviews-panels.tsx";
import { WithdrawalPage } from "./withdrawal-page.tsx";
import { WithdrawalsPanel } from "./withdrawals-panel.tsx";

const PARTS = [
  ["", "Withdrawals"],
  ["changes", "Credits and corrections"],
  ["reviews", "Reviews and alerts"],
] as const;

/** What waits for the decision of a person, and accounts under review. */
export function ApprovalsSection(props: SectionProps): JSX.Element {
  const part = () => props.rest[0] ?? "";
  return (
    <>
      <SubSections
        label="Approvals"
        base="/desk/approvals"
        parts={PARTS}
        current={part() === "withdrawals" ? "" : part()}
      />
      <Switch fallback={<WithdrawalsPanel />}>
        <Match when={part() === "withdrawals" && props.rest.length === 3 && props.rest} keyed>
          {(rest) => <WithdrawalPage uid={rest[1] ?? ""} id={rest[2] ?? ""} />}
        </Match>
        <Match when={part() === "changes"}>
          <ChangesPanels />
        </Match>
        <Match when={part() === "reviews"}>
          <ReviewsPanels />
        </Match>
      </Switch>
    </>
  );
}
