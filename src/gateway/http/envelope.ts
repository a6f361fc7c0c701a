import { WIRE_CODES, type WireCode } from "./wire-codes.ts";

/** Returns the envelope of a success around a payload that is JSON text. */
export function successEnvelope(payloadJson: string, requestTimeMs: number): string {
  return `{"code":"00000","msg":"success","requestTime":${requestTimeMs},"data":${payloadJson}}`;
}

/** Returns the envelope of an error: the same four members, with data null. */
export function errorEnvelope(
  error: { readonly code: WireCode; readonly message: string },
  requestTimeMs: number,
): string {
  const message = JSON.stringify(error.message);
  return `{"code":"${error.code}","msg":${message},"requestTime":${requestTimeMs},"data":null}`;
}

/** Returns the envelope of an error without values in its message. */
export function plainErrorEnvelope(code: WireCode, requestTimeMs: number): string {
  return errorEnvelope({ code, message: WIRE_CODES[code][1] }, requestTimeMs);
}
