/** Realm of funds and books: demo money never meets live money. */
export type Realm = "live" | "demo";

const KEPT_AS = "bourse.realm";

/** Realm that this tab shows, until the page is loaded again. */
export const REALM: Realm = sessionStorage.getItem(KEPT_AS) === "demo" ? "demo" : "live";

/**
 * Switches this tab to a realm; other tabs keep theirs. Loads the page again, so that nothing of
 * the other realm remains on the screen.
 */
export function switchRealm(next: Realm): void {
  sessionStorage.setItem(KEPT_AS, next);
  location.reload();
}
