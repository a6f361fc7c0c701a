/** The sections of the account centre in the order of its navigation. */
import type { Component } from "solid-js";
import { ActivitySection, RejectionsSection } from "./activity/activity-section.tsx";
import { AddressesSection } from "./addresses/addresses-section.tsx";
import { ConvertSection } from "./convert/convert-section.tsx";
import { DepositSection } from "./deposit/deposit-section.tsx";
import { InspectorSection } from "./inspector/inspector-section.tsx";
import { KeysSection } from "./keys/keys-section.tsx";
import { LoansSection } from "./loans/loans-section.tsx";
import { MarginSection } from "./margin/margin-section.tsx";
import { ModeSection } from "./mode/mode-section.tsx";
import { OverviewSection } from "./overview/overview-section.tsx";
import { P2pSection } from "./p2p/p2p-section.tsx";
import { RiskUnitsSection } from "./risk-units/risk-units-section.tsx";
import { SessionsSection } from "./sessions/sessions-section.tsx";
import { SubAccountsSection } from "./sub-accounts/sub-accounts-section.tsx";
import { TransferSection } from "./transfer/transfer-section.tsx";
import { WithdrawSection } from "./withdraw/withdraw-section.tsx";

export type Section = {
  /** Below /account; empty for the first. */
  readonly path: string;
  readonly title: string;
  readonly component: Component;
  /** Whether the demo account has no such thing. */
  readonly isLiveOnly?: boolean;
};

export const SECTIONS: readonly Section[] = [
  { path: "", title: "Overview", component: OverviewSection },
  { path: "deposit", title: "Deposit", component: DepositSection, isLiveOnly: true },
  { path: "withdraw", title: "Withdraw", component: WithdrawSection, isLiveOnly: true },
  { path: "addresses", title: "Address book", component: AddressesSection, isLiveOnly: true },
  { path: "transfer", title: "Transfer", component: TransferSection },
  { path: "convert", title: "Convert", component: ConvertSection },
  { path: "p2p", title: "Peer to peer", component: P2pSection, isLiveOnly: true },
  { path: "margin", title: "Margin debts", component: MarginSection },
  { path: "loans", title: "Loans", component: LoansSection },
  { path: "risk-units", title: "Risk units", component: RiskUnitsSection },
  { path: "keys", title: "API keys", component: KeysSection },
  { path: "sub-accounts", title: "Sub-accounts", component: SubAccountsSection },
  { path: "mode", title: "Account mode", component: ModeSection },
  { path: "sessions", title: "Security", component: SessionsSection },
  { path: "activity", title: "Activity", component: ActivitySection },
  { path: "rejections", title: "Rejections", component: RejectionsSection },
  { path: "inspector", title: "Inspector", component: InspectorSection },
];
