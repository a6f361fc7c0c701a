/** All endpoints of the administrative interface. */
import type { AdminEndpoint } from "./admin-endpoint.ts";
import { CLOSING_ENDPOINTS } from "./endpoints/closing-endpoints.ts";
import { CORRECTION_ENDPOINTS } from "./endpoints/correction-endpoints.ts";
import { CHAIN_ENDPOINTS, WITHDRAWAL_ENDPOINTS } from "./endpoints/custody-endpoints.ts";
import { FEE_ENDPOINTS } from "./endpoints/fee-endpoints.ts";
import { ADJUSTMENT_ENDPOINTS, FUND_ENDPOINTS } from "./endpoints/fund-endpoints.ts";
import { HEALTH_ENDPOINTS } from "./endpoints/health-endpoints.ts";
import { INSTRUMENT_ENDPOINTS } from "./endpoints/instrument-endpoints.ts";
import {
  CONVERSION_ENDPOINTS,
  LOAN_ENDPOINTS,
  PLEDGE_ENDPOINTS,
  UNIT_ENDPOINTS,
} from "./endpoints/lending-endpoints.ts";
import { LISTING_ENDPOINTS } from "./endpoints/listing-endpoints.ts";
import { PRICE_ENDPOINTS, RISK_LIMIT_ENDPOINTS } from "./endpoints/market-endpoints.ts";
import { ORDER_LIMIT_ENDPOINTS } from "./endpoints/order-limit-endpoints.ts";
import { P2P_READ_ENDPOINTS, P2P_TERMS_ENDPOINTS } from "./endpoints/p2p-endpoints.ts";
import { REVIEW_ENDPOINTS, SURVEILLANCE_ENDPOINTS } from "./endpoints/review-endpoints.ts";
import { RISK_READ_ENDPOINTS } from "./endpoints/risk-read-endpoints.ts";
import { SESSION_ENDPOINTS } from "./endpoints/session-endpoints.ts";
import { STATEMENT_ENDPOINTS } from "./endpoints/statement-endpoints.ts";
import {
  ACT_ENDPOINTS,
  AUDIT_ENDPOINTS,
  EFFECT_ENDPOINTS,
  RATE_LIMIT_ENDPOINTS,
  TIME_ENDPOINTS,
  TOKEN_ENDPOINTS,
} from "./endpoints/system-endpoints.ts";
import { USER_ENDPOINTS } from "./endpoints/user-endpoints.ts";
import { USER_HISTORY_ENDPOINTS } from "./endpoints/user-history-endpoints.ts";
import { USER_READ_ENDPOINTS } from "./endpoints/user-read-endpoints.ts";

/** A group of endpoints under one heading of the documents. */
export interface AdminEndpointGroup {
  readonly title: string;
  readonly endpoints: readonly AdminEndpoint[];
}

export const ADMIN_ENDPOINT_GROUPS: readonly AdminEndpointGroup[] = [
  { title: "Users", endpoints: USER_ENDPOINTS },
  { title: "Closing users and limiting keys", endpoints: CLOSING_ENDPOINTS },
  { title: "State of a user", endpoints: USER_READ_ENDPOINTS },
  { title: "History of a user", endpoints: USER_HISTORY_ENDPOINTS },
  { title: "Sessions of a user", endpoints: SESSION_ENDPOINTS },
  { title: "Credits and debits", endpoints: ADJUSTMENT_ENDPOINTS },
  { title: "Corrections", endpoints: CORRECTION_ENDPOINTS },
  { title: "Funds", endpoints: FUND_ENDPOINTS },
  { title: "Listing", endpoints: LISTING_ENDPOINTS },
  { title: "Instruments", endpoints: INSTRUMENT_ENDPOINTS },
  { title: "Order limits", endpoints: ORDER_LIMIT_ENDPOINTS },
  { title: "Fees", endpoints: FEE_ENDPOINTS },
  { title: "Statements", endpoints: STATEMENT_ENDPOINTS },
  { title: "Prices, funding and deliveries", endpoints: PRICE_ENDPOINTS },
  { title: "Risk limits", endpoints: RISK_LIMIT_ENDPOINTS },
  { title: "Risk of the exchange", endpoints: RISK_READ_ENDPOINTS },
  { title: "Effects", endpoints: EFFECT_ENDPOINTS },
  { title: "Loans and collateral", endpoints: LOAN_ENDPOINTS },
  { title: "Loans against pledges", endpoints: PLEDGE_ENDPOINTS },
  { title: "Institutional loans", endpoints: UNIT_ENDPOINTS },
  { title: "Conversions", endpoints: CONVERSION_ENDPOINTS },
  { title: "Chains and deposits", endpoints: CHAIN_ENDPOINTS },
  { title: "Withdrawals", endpoints: WITHDRAWAL_ENDPOINTS },
  { title: "Peer-to-peer terms", endpoints: P2P_TERMS_ENDPOINTS },
  { title: "Peer-to-peer trading", endpoints: P2P_READ_ENDPOINTS },
  { title: "Reviews", endpoints: REVIEW_ENDPOINTS },
  { title: "Surveillance", endpoints: SURVEILLANCE_ENDPOINTS },
  { title: "Acts of the operator", endpoints: ACT_ENDPOINTS },
  { title: "Admin tokens", endpoints: TOKEN_ENDPOINTS },
  { title: "Rate limits", endpoints: RATE_LIMIT_ENDPOINTS },
  { title: "Time", endpoints: TIME_ENDPOINTS },
  { title: "Audit", endpoints: AUDIT_ENDPOINTS },
  { title: "Health", endpoints: HEALTH_ENDPOINTS },
];

export const ADMIN_ENDPOINTS: readonly AdminEndpoint[] = ADMIN_ENDPOINT_GROUPS.flatMap(
  ({ endpoints }) => endpoints,
);
