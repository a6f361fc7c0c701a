/** Where the specification states fields and parameters, and what in it is no rule. */
import type { FIELDS, PARAMETERS } from "../specification-v2/support/specified-rows.ts";

type Resource = keyof typeof FIELDS;
type Table = keyof typeof PARAMETERS;

/** Resources of each table of fields, by its heading; together they have its fields. */
export const RESOURCES: Readonly<Record<string, readonly Resource[]>> = {
  "Trigger order": ["a common trigger order", "a trailing stop order", "a take-profit order"],
  "Trigger sub-order": ["a trigger sub-order"],
  "Order identifiers result": [
    "order identifiers of a futures order",
    "order identifiers of a withdrawal",
  ],
  "Isolated liquidation record": ["an isolated liquidation order", "an isolated liquidation swap"],
  "Isolated margin open order": ["an isolated open order"],
  "Batch cancel result": ["a batch cancel result"],
  "Spot fill": ["a spot fill"],
  "Spot historical order": ["a spot historical order", "a spot take-profit or stop-loss order"],
  "Transfer record": ["a transfer record"],
  "Account bill": ["an account bill"],
  "Coin information": ["coin information", "a chain of a coin"],
  "Virtual sub-account with API key": ["a virtual sub-account with API key"],
  "Funding rate record": ["a funding rate record"],
  "Peer-to-peer ad": ["a peer-to-peer ad"],
};

/** Fields within a cell or a sentence: the heading, a pattern of the list, and the resource. */
export const LISTED_FIELDS: readonly (readonly [string, RegExp, Resource])[] = [
  ["Batch cancel result", /^successList .* Array of \{(.*)\}$/, "a cancelled order of a batch"],
  ["Batch cancel result", /^failureList .* Array of \{(.*)\}$/, "a failed order of a batch"],
  ["Contract config", /^Fields: (.*)\.$/, "a contract config"],
  ["Conversion result", /^Fields: (.*)\.$/, "a conversion result"],
  ["Risk unit result", /^Field (\w+): List/, "a risk unit result"],
  ["Virtual sub-account creation result", /^failureList \| (.*)$/, "failureList"],
  ["Virtual sub-account creation result", /^successList \| (.*)$/, "successList"],
  [
    ...(["Unified-account concepts", /^Order fields named in the v3 text: (.*)\.$/] as const),
    "an order of a unified account",
  ],
  [
    ...(["Unified-account concepts", /^Max-available result fields: (.*)\.$/] as const),
    "a max-available result",
  ],
  [
    ...(["Unified account", /place-order \| .*; response data: (.*)$/] as const),
    "order identifiers of a unified account",
  ],
  [
    ...(["WebSocket trade operations", /^Response: \{(.*)\}\.$/] as const),
    "a response to a trade operation",
  ],
  [
    ...(["WebSocket trade operations", /^Response: .*\[\{(.*)\}\].*$/] as const),
    "an order of a response to a trade operation",
  ],
];

const PAGING = /^Pagination .*: parameters (\w+) \(.*\), (\w+) and (\w+) \(.*\), (\w+) \(/;

/** Parameters within a cell or a sentence: the groups of the pattern. */
export const LISTED_PARAMETERS: readonly (readonly [string, RegExp, Table])[] = [
  ["Get Contract Config", /, parameter (\w+) \(/, "Get Contract Config"],
  ["Get Coin Info", /^Optional parameter (\w+);/, "Get Coin Info"],
  ["Create Virtual Subaccount", /^Body: (\w+) \(/, "Create Virtual Subaccount"],
  [
    ...([
      "Unified account",
      /set-leverage \| body: (\w+) \(.*\), plus (\w+) with (\w+) MARGIN .* or (\w+) with/,
    ] as const),
    "POST /api/v3/account/set-leverage",
  ],
  ["Unified account", PAGING, "GET /api/v3/trade/history-orders"],
  ["Unified account", PAGING, "GET /api/v3/trade/fills"],
  ["Unified account", PAGING, "GET /api/v3/account/financial-records"],
  [
    ...(["Unified account", /max-open-available \| body: (.*);/] as const),
    "POST /api/v3/account/max-open-available",
  ],
  [
    ...(["Unified account", /place-order \| body: (.*); response/] as const),
    "POST /api/v3/trade/place-order",
  ],
  [
    ...(["Unified account", /modify-order \| .* body fields: (.*)$/] as const),
    "POST /api/v3/trade/modify-order",
  ],
  [
    ...(["Unified account", /cancel-order \| body fields: (.*)$/] as const),
    "POST /api/v3/trade/cancel-order",
  ],
  [
    ...(["WebSocket trade operations", /^Place-order args fields: (.*)\.$/] as const),
    "operation place-order",
  ],
  ["WebSocket trade operations", /^Modify args: (.*)\.$/, "operation modify-order"],
  ["WebSocket trade operations", /^Cancel args: (.*)\.$/, "operation cancel-order"],
];

/** Sections that sum up or introduce others. */
export const SUMMARIES = ["Exchange Trading Interface Specification", "What the service does"];

/** Sentences that state no rule of their own, and why. */
export const WITHOUT_RULE: Readonly<Record<string, readonly RegExp[]>> = {
  "the specification leaves it open": [/not shown/],
  "the fields are those of the resource": [/^Response data: /],
  "it introduces a list": [/^(Rules|Data limits):$/],
  "the conventions state it": [
    /^All field types are String/,
    /^Types are String unless stated/,
    /^Request parameters are in query string/,
    /^Response shapes refer to/,
  ],
  "it describes the web pages or the material": [
    /^Placeholders:/,
    /^Demo trading: create a demo API key/,
    /^Most demo interfaces do not support sub-accounts/,
    /^No webhook events are described/,
  ],
};
