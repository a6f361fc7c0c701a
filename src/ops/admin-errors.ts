/** Codes of all errors that the administrative interface answers. */

/** HTTP status and meaning of each code; docs/operations.md has the same table. */
export const ADMIN_ERRORS = {
  unauthorized: [401, "the token is missing, wrong or expired"],
  forbidden: [403, "the role of the token may not call the endpoint"],
  foreign_page: [403, "a request with a browser session that no page of the exchange sent"],
  too_many_wrong_tokens: [
    429,
    "more than 20 wrong tokens within a minute; the correct token always passes",
  ],
  malformed_json: [400, "the body is not JSON, or JSON that is refused: a duplicate key, …"],
  malformed_body: [400, "the body differs from its Content-Length"],
  malformed_request: [400, "the request cannot be read"],
  unsupported_media_type: [415, "the body has another type than `application/json`"],
  body_too_large: [413, "the body has more than 64 KiB"],
  invalid: [400, "a member is missing, unknown or out of bounds"],
  not_found: [404, "no such route, user, key, coin, instrument or source"],
  conflict: [409, "a limit is reached, or the state does not allow the change"],
  confirmation_needed: [409, "the request is dangerous: look at the effect and confirm it"],
  unavailable: [503, "the request cannot be served now"],
  internal_error: [500, "a defect; the log has the details"],
} as const satisfies Readonly<Record<string, readonly [status: number, meaning: string]>>;

export type AdminErrorCode = keyof typeof ADMIN_ERRORS;

/** Returns the HTTP status of a code. */
export function statusOf(code: AdminErrorCode): number {
  return ADMIN_ERRORS[code][0];
}
