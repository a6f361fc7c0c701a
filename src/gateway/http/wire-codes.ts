/**
 * Every code the product answers on REST and in WebSocket trade answers: HTTP status and message.
 * `{0}`, `{1}` stand for values the text carries. Source: auth-and-errors.md sections 3, 7 and 8.
 *
 * The wording is our own, and no text equals one that client libraries match on (section 3 there):
 * the code alone decides which error class a client raises. A test compares this table with its use
 * in the source, both ways; a code is added here first and answered with `wireError("code", …)`.
 */
export const WIRE_CODES = {
  // HTTP level
  "429": [429, "Too Many Requests"],
  "405": [405, "Method not allowed for this path"],
  "413": [413, "Request body exceeds {0} bytes"],
  "415": [415, "Content encoding is not supported"],
  "40404": [404, "Request URL not found"],
  "40015": [503, "System is busy, please try again later"],
  "40725": [500, "Service returned an error, the outcome of the request is unknown"],
  "40805": [400, "Operation is not supported"],

  // Authentication and account state
  "40001": [400, "Header ACCESS-KEY is required"],
  "40002": [400, "Header ACCESS-SIGN is required"],
  "40005": [400, "Header ACCESS-TIMESTAMP is missing or not a number"],
  "40006": [400, "ACCESS-KEY is malformed"],
  "40007": [400, "Content-Type must be application/json"],
  "40008": [400, "Request timestamp is outside the accepted window"],
  "40009": [400, "Signature does not match the request"],
  "40011": [400, "Header ACCESS-PASSPHRASE is required"],
  "40012": [400, "API key and passphrase do not match"],
  "40013": [400, "User status is abnormal"],
  "40014": [400, "API key lacks the permission {0}"],
  "40018": [400, "Client address is not allowed for this API key"],
  "40037": [400, "API key does not exist"],
  "40084": [400, "A classic account key cannot use unified account endpoints"],
  "40085": [400, "A unified account key cannot use classic account endpoints"],
  "40099": [400, "API key environment does not match the request environment"],

  // Parameters and time
  "00001": [400, "The interval between start and end must not exceed {0} days"],
  "20001": [400, "Start time must be before end time"],
  "25200": [400, "Parameter {0} failed verification"],
  "40017": [400, "Parameter verification failed: {0}"],
  "40019": [400, "Parameter {0} must not be empty"],
  "40020": [400, "Parameter {0} is wrong"],
  "40034": [400, "Parameter {0} does not exist"],
  "40053": [400, "Parameter {0} is out of range"],
  "40058": [400, "Parameter {0} takes at most {1} items"],
  "40305": [400, "clientOid must have at most {0} characters of the allowed set"],
  "40306": [400, "A batch takes at most {0} orders"],
  "40402": [400, "Parameter {0} is not an order id"],
  "40704": [400, "Only records of the last {0} days can be queried"],
  "40707": [400, "Start time is later than end time"],
  "40902": [400, "Parameter {0} lies in the future"],
  "40912": [400, "A batch takes at most {0} cancels"],
  "40913": [400, "One of {0} is needed"],
  "40924": [400, "orderId or clientOid is needed"],
  "400172": [400, "Request body could not be read: {0}"],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type WireCode = keyof typeof WIRE_CODES;

/** The code of every successful answer. */
export const SUCCESS_CODE = "00000";
