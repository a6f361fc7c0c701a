import { type JSX, Match, Switch } from "solid-js";
import type { SectionProps } from "../desk-sections.ts";
import { SubSections } from "../sub-sections.tsx";
import { DeleveragingPanel } from "./deleveraging-panel.tsx";
import { FundsPanels } from "./funds-panels.tsx";
import { LoansPanels } from "./loans-panels.tsx";
import { MovementsPanel } from "./movements-panel.tsx";
import { P2pPanels } from "./p2p-panels.tsx";

const PARTS = [
  ["", "Funds and pools"],
  ["deleveraging", "Deleveraging"],
  ["loans", "Loans"],
  ["p2p", "Peer to peer"],
] as const;

/** What the exchange holds against losses, what it lends, and what it keeps for others. */
export function FundsSection(props: SectionProps): JSX.Element {
  const part = () => props.rest[0] ?? "";
  return (
    <>
      <SubSections
        label="Funds"
        base="/desk/funds"
        parts={PARTS}
        current={part() === "movements" ? "" : part()}
      />
      <Switch fallback={<FundsPanels />}>
        <Match when={part() === "movements" && props.rest.length === 3 && props.rest} keyed>
          {(rest) => <MovementsPanel realm={rest[1] ?? ""} coin={rest[2] ?? ""} />}
        </Match>
        <Match when={part() === "deleveraging"}>
          <DeleveragingPanel />
        </Match>
        <Match when={part() === "loans"}>
          <LoansPanels />
        </Match>
        <Match when={part() === "p2p"}>
          <P2pPanels />
        </Match>
      </Switch>
    </>
  );
}
