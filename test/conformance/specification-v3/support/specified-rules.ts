/**
 * Rules of the specification that concern the unified account (v3), by section. Each row has the
 * words by which the specification states it; titles of tests name their row by `row`.
 */
import { rowTitles } from "../../specification/row-titles.ts";

export const RULES = {
  Conventions: {
    requests: "Requests go to {base_url} plus the path",
    envelope: "Every JSON response has the envelope fields",
    strings: "are JSON strings, except fields typed Boolean, List or Array",
    timestamps: "Timestamps are Unix milliseconds as strings",
    "rate limits": "Rate limits are stated per endpoint",
  },
  "Unified-account concepts": {
    "Spot Mode": "Spot Mode (coming soon",
    "Basic Mode": "Basic Mode (spot, USDT futures, USDC futures",
    "Advanced Mode": "Advanced Mode (spot, margin, USDT futures",
    "change of mode": "The mode can be changed by API",
    "position modes": "one-way (long or short only",
    "margin mode": "only cross margin is supported",
    leverage: "no global setting",
    available: "available is in quote currency when side=buy",
  },
  "Unified-account order": {
    states: "States: new, partially_filled, filled, canceled",
    "terminal states": "The terminal states are canceled and filled",
    "rejected at entry": "place order rejected at entry",
    new: "order placed and enters matching",
    filled: "fully filled at once",
    partially_filled: "filled through several trades",
    "rejected by the matching engine": "IOC, FOK or post-only order cannot rest or fill",
    "IOC without depth": "IOC order partly filled",
    "system cancel": "liquidation, self-trade",
    "cancel order": "requested by user",
    "ended orders": "A filled or canceled order cannot be modified or cancelled",
    receipt: "only means the request was received",
  },
  "Get Funding Rate History": {
    interval: "The funding interval varies by symbol",
    order: "The sample lists newest first",
  },
  "Get Ad List": { permission: "Permission: unified-account P2P (read)" },
  "Peer-to-peer ad": { published: "Only ads in the published (on-shelf) status" },
  "Unified account": {
    "GET /api/v3/public/instruments": "GET /api/v3/public/instruments",
    "GET /api/v3/account/settings": "GET /api/v3/account/settings",
    "POST /api/v3/account/set-hold-mode": "POST /api/v3/account/set-hold-mode",
    "POST /api/v3/account/set-leverage": "POST /api/v3/account/set-leverage",
    "POST /api/v3/account/max-open-available": "POST /api/v3/account/max-open-available",
    "GET /api/v3/account/max-transferable": "GET /api/v3/account/max-transferable",
    "GET /api/v3/account/assets": "GET /api/v3/account/assets",
    "GET /api/v3/account/funding-assets": "GET /api/v3/account/funding-assets",
    "GET /api/v3/trade/unfilled-orders": "GET /api/v3/trade/unfilled-orders",
    "POST /api/v3/trade/place-order": "POST /api/v3/trade/place-order",
    "POST /api/v3/trade/modify-order": "POST /api/v3/trade/modify-order",
    "POST /api/v3/trade/cancel-order": "POST /api/v3/trade/cancel-order",
    "POST /api/v3/trade/place-batch": "POST /api/v3/trade/place-batch",
    "POST /api/v3/trade/batch-modify-order": "POST /api/v3/trade/batch-modify-order",
    "POST /api/v3/trade/cancel-batch": "POST /api/v3/trade/cancel-batch",
    "GET /api/v3/trade/history-orders": "GET /api/v3/trade/history-orders",
    "GET /api/v3/trade/fills": "GET /api/v3/trade/fills",
    "GET /api/v3/account/financial-records": "GET /api/v3/account/financial-records",
  },
  Pagination: {
    cursor: "cursor (not sent on the first query",
    "startTime and endTime": "startTime and endTime (Unix milliseconds)",
    limit: "limit (maximum 100, default 100)",
    optional: "Types are String and all are optional",
  },
  "Self-trade prevention": {
    scope: "enforced at the parent-account level",
    default: "The default mode is cancel_maker",
    "taker's mode": "Outcome depends only on the taker order's mode",
    "default by version": "the v3 text documents cancel_maker as the default",
  },
  stpMode: {
    none: "no restriction, UIDs not compared",
    cancel_taker: "taker cancelled, maker kept",
    cancel_maker: "maker cancelled, taker kept",
    cancel_both: "both cancelled",
  },
  clientOid: {
    characters: "1 to 32 characters from digits, letters",
    uniqueness: "Uniqueness is checked only among pending orders",
  },
  Authentication: {
    headers: "ACCESS-KEY (API key), ACCESS-SIGN (signature)",
    "public endpoints": "Public endpoints (coin info, contract config, funding rate history)",
    permissions: "API-key permissions are granted per key",
    "P2P permission": "the P2P ad list needs the unified-account P2P read permission",
    paptrading: "REST calls for demo trading add the header paptrading",
    "private WebSocket": "a connection must be logged in before subscriptions and trade operations",
  },
  Subscription: {
    request: "object with op = subscribe",
    response: "Success response: {event: subscribe",
    instType: "instType is UTA for the unified account",
  },
  Channels: {
    order: "order (topic order, instType UTA)",
    account: "account (topic account, instType UTA)",
    position: "position (topic position, instType UTA)",
    books: "full depth, push every 50 ms",
    books1: "1 level, 1 ms",
    books5: "5 levels, 10 ms",
    books50: "50 levels, 20 ms",
    "depth rules": "no push when the book is unchanged",
  },
  "WebSocket trade operations": {
    request: "Request: {op: trade, id: <message_id>",
    topic: "topic values: place-order, modify-order",
    "place-order": "Place-order args fields",
    "modify-order": "Modify args",
    "cancel-order": "Cancel args",
    category: "category values seen: spot, usdt-futures",
    response: "Response: {event: trade, id (echo)",
    code: "Success code is the string 0 here",
    receipt: "The response means only receipt",
    pushes: "Operations emit order-channel pushes",
  },
  Errors: {
    success: "Success: code 00000 with msg success (REST); code 0 (WebSocket trade operations)",
    failure: "Any other code indicates failure",
    "rejected at entry": "code non-zero and nothing is pushed",
    "insufficient position": "Insufficient-position error",
    "demo pair": "Mismatched demo symbol and demo coin",
    batches: "failures are reported per item",
    "quotation and span": "expired quotation id or an over-long time span",
  },
  Rate: {
    "history-fund-rate": "GET v3 history-fund-rate | 20/s per IP",
    "ad-list": "GET v3 p2p ad-list | 10/s per UID",
  },
  Limits: {
    "limit maxima":
      "limit maxima | 100 (trigger orders, fills, spot history orders, v3 paging), " +
      "500 (liquidation orders, isolated open orders, transfer records, bills), " +
      "200 (funding rate history), 10 (ad list)",
    "limit defaults": "limit defaults | 100 (200 for funding rate history)",
    "cursor maximum": "cursor maximum | 100 (funding rate history)",
    "batch size": "Batch size (v3) | 20 orders",
    clientOid: "v3 clientOid | 1 to 32 characters",
  },
  Versioning: {
    path: "The version is part of the path",
    "side by side": "Both are in use side by side",
    v3: "v3 is the unified trading account interface",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Section = keyof typeof RULES;

/** Headings of the sections that are not named like their heading. */
export const HEADINGS: Partial<Readonly<Record<Section, string>>> = {
  Pagination: "Unified account",
  "Self-trade prevention": "Unified account",
  stpMode: "Unified account",
  clientOid: "Unified account",
  Rate: "Limits",
};

/** Returns the title of a row, or of a test of the row that shows `what`. */
export const row = rowTitles<typeof RULES>();
