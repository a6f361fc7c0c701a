/** The sections of the desk in the order of its navigation; /desk itself shows the first one. */
import type { Component } from "solid-js";
import { ApprovalsSection } from "./approvals/approvals-section.tsx";
import { FundsSection } from "./funds/funds-section.tsx";
import { HealthSection } from "./health/health-section.tsx";
import { LedgerSection } from "./ledger/ledger-section.tsx";
import { LogSection } from "./log/log-section.tsx";
import { MarketsSection } from "./markets/markets-section.tsx";
import { UsersSection } from "./users/users-section.tsx";

/** What a section is given: the parts of the address behind its own. */
export type SectionProps = { readonly rest: readonly string[] };

export type DeskSection = {
  /** First part of the address below /desk. */
  readonly path: string;
  readonly title: string;
  readonly component: Component<SectionProps>;
};

export const DESK_SECTIONS: readonly DeskSection[] = [
  { path: "markets", title: "Markets", component: MarketsSection },
  { path: "users", title: "Users", component: UsersSection },
  { path: "ledger", title: "Ledger", component: LedgerSection },
  { path: "approvals", title: "Approvals", component: ApprovalsSection },
  { path: "funds", title: "Funds", component: FundsSection },
  { path: "health", title: "Health", component: HealthSection },
  { path: "log", title: "Log of acts", component: LogSection },
];
