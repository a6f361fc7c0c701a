/** The cookie that holds the browser session of an operator (decision 0105). */

export const ADMIN_COOKIE = "bourse_admin_session";

/** Returns the header `Set-Cookie` that stores a session until the browser ends. */
export function adminCookie(secret: string, isSecure: boolean): string {
  return `${ADMIN_COOKIE}=${secret}; ${attributes(isSecure)}`;
}

/** Returns the header `Set-Cookie` that removes the session from the browser. */
export function clearedAdminCookie(isSecure: boolean): string {
  return `${ADMIN_COOKIE}=; Max-Age=0; ${attributes(isSecure)}`;
}

function attributes(isSecure: boolean): string {
  return `Path=/admin; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/**
 * Returns the secret in a header `Cookie`; `undefined` if there is none. A cookie that occurs twice
 * is an empty secret, which no session has: cookies do not belong to a port, so another page of the
 * host can add one, and must not choose between the two.
 */
export function presentedSecret(header: string | undefined): string | undefined {
  const start = `${ADMIN_COOKIE}=`;
  const values = (header ?? "").split(";").flatMap((pair) => {
    const cookie = pair.trim();
    return cookie.startsWith(start) ? [cookie.slice(start.length)] : [];
  });
  return values.length > 1 ? "" : values[0];
}
