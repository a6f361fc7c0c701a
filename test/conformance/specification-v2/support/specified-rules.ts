/**
 * Rules of the specification that concern the classic account (v2), by section. Each row has the
 * words by which the specification states it; titles of tests name their row by `row`.
 */
import { rowTitles } from "../../specification/row-titles.ts";

export const RULES = {
  Conventions: {
    "1": "Requests go to {base_url} plus the path",
    "2": "Every JSON response has the envelope fields",
    "3": "are JSON strings, except fields typed Boolean, List or Array",
    "4": "Timestamps are Unix milliseconds as strings",
    "5": "Rate limits are stated per endpoint",
    "6": "a request parameter idLessThan returns records older than",
  },
  "Contract config": { "empty fields": "Fields may be empty strings; -1 appears" },
  "Isolated liquidation record": { idLessThan: "also carries idLessThan" },
  "Isolated margin open order": { "maxId and minId": "also carries maxId and minId" },
  "Coin information": { flags: "Boolean fields as the strings true and false" },
  "Virtual sub-account with API key": {
    "read-only": "Wallet withdrawal is invalid with the read-only permission type",
  },
  "Virtual sub-account creation result": {
    arrays: "Data object with two arrays",
    names: "The misspelt field names (subaAccountName, subaAccountUid) are the real names",
    permList: "permList values: transfer, deposit",
    default: "Default permissions are spot_trade and contract_trade",
  },
  Statuses: {
    "trigger order": "Trigger order planStatus: live (current list)",
    "trigger sub-order": "Trigger sub-order status: success, fail",
    "spot and isolated order": "Spot and isolated order status: init, new",
    transfer: "Transfer status: Successful, Failed, Processing",
    "sub-account": "Sub-account status: normal, freeze, del",
    conversion: "Conversion: a quotation id (traceId) is valid for 8 seconds",
  },
  "Get Pending Trigger Order": { ids: "when both are sent, orderId prevails" },
  "Trigger Sub Order": { "query string": "the sample sends the parameters in the query string" },
  "Place Order": {
    "1": "In one-way mode tradeSide is ignored",
    "2": "Hedge mode mapping: open long = side buy + tradeSide open",
    "3": "In hedge mode, when limit close orders occupy the position",
    "4": "In one-way mode, when a new reduce-only order plus existing",
    "5": "With a demo symbol and demo margin coin",
  },
  "Get Contract Config": {
    productType: "sample values susdt-futures USDT simulation perpetual",
    headers: "No authentication headers in the sample",
  },
  "Get Fills": { "90 days": "Only the last 90 days are available" },
  "Get Account Bills": {
    optional: "All parameters optional",
    businessType: "the sample shows a lower-case hyphenated businessType value",
  },
  Withdraw: { "address book": "the address must be in the address book" },
  "Get Coin Info": {
    coin: "when empty all coins are returned",
    headers: "No authentication headers in the sample",
  },
  "Get Risk Control Unit": { parameters: "No parameters" },
  "Create Virtual Subaccount": {
    alias: "each alias is 8 English letters and globally unique",
    batch: "Batch creation is supported",
  },
  "Batch Create Virtual Subaccount and Apikey": { body: "The body is a JSON array of objects" },
  "Self-trade prevention": { default: "The v2 place-order endpoint documents none as its default" },
  Authentication: {
    "1": "ACCESS-KEY (API key), ACCESS-SIGN (signature)",
    "2": "Computation of ACCESS-SIGN",
    "3": "Public endpoints (coin info, contract config, funding rate history)",
    "4": "For sub-account keys the names are listed under the batch sub-account endpoint",
    "5": "Demo symbol and demo coin must be used in pairs",
    "demo coins": "The demo coins are SUSDT, SBTC, SETH, SEOS, SUSDC",
    "demo symbols": "Demo symbols are formed like SBTCSUSDT",
    "live key": "a real trading API key is used for calls with demo symbols",
  },
  Errors: {
    "1": "Success: code 00000 with msg success (REST)",
    "3": "Insufficient-position error: returned for a hedge-mode market close",
    "4": "Mismatched demo symbol and demo coin",
    "5": "failures are reported per item (failureList with errorMsg",
    "6": "Sub-account creation failure items: alias exists",
    "8": "an expired quotation id or an over-long time span",
  },
  Rate: {
    "orders-plan-pending": "GET orders-plan-pending | 10/s per UID",
    "plan-sub-order": "POST plan-sub-order | 10/s per UID",
    "mix place-order": "POST mix place-order | 10/s per UID; 1/s per UID for copy-trading traders",
    "isolated liquidation-order": "GET isolated liquidation-order | 10/s per UID",
    "isolated open-orders": "GET isolated open-orders | 10/s per UID",
    "isolated batch-cancel-order": "POST isolated batch-cancel-order | 10/s per UID",
    "spot fills": "GET spot fills | 10/s per UID",
    "spot history-orders": "GET spot history-orders | 20/s per UID",
    transferRecords: "GET transferRecords | 20/s per User ID",
    "spot bills": "GET spot bills | 10/s per User ID",
    withdrawal: "POST withdrawal | 5/s per UID",
    "spot coins": "GET spot coins | 3/s per IP",
    "ins-loan risk-unit": "GET ins-loan risk-unit | 5/s per UID",
    "convert trade": "POST convert trade | 5/s per UID",
    "create-virtual-subaccount": "POST create-virtual-subaccount | 5/s per User ID",
    "batch-create-subaccount-and-apikey":
      "POST batch-create-subaccount-and-apikey | 1/s per User ID",
  },
  Limit: {
    "trigger order span": "Trigger order query time span | three months",
    "90 days": "bills, fills query span | 90 days; fills available for 90 days only",
    "limit maxima":
      "limit maxima | 100 (trigger orders, fills, spot history orders, v3 paging), " +
      "500 (liquidation orders, isolated open orders, transfer records, bills), " +
      "200 (funding rate history), 10 (ad list)",
    "limit defaults": "limit defaults | 100 (200 for funding rate history)",
    "pageNum maximum": "pageNum maximum | 1000 (transfer records)",
    "quotation validity": "Quotation id validity | 8 seconds",
    alias: "Sub-account alias | 8 English letters",
    passphrase: "Sub-account API-key passphrase | 8 to 32 characters",
    "IP whitelist": "Sub-account IP whitelist | at most 30 entries",
    label: "Sub-account label | length 20",
  },
  Versioning: {
    v2: "v2 carries the mix (futures), spot, margin, convert and user paths",
    idLessThan: "The idLessThan parameter of the spot transfer-record query",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Section = keyof typeof RULES;

/** Headings of the sections that are not named like their heading. */
export const HEADINGS: Partial<Readonly<Record<Section, string>>> = {
  Statuses: "Other status sets",
  "Self-trade prevention": "Unified account",
  Rate: "Limits",
  Limit: "Limits",
};

/** Returns the title of a row, or of a test of the row that shows `what`. */
export const row = rowTitles<typeof RULES>();
