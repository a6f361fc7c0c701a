/** The session of this browser in the realm of this tab. Changing it loads the page again. */
import { createSignal } from "solid-js";
import { PAGE_READS } from "../wire/read-gate.ts";
import { REALM, switchRealm } from "../wire/realm.ts";
import { get, post } from "../wire/rest.ts";
import { hasSessionEnded, noticeEnd } from "../wire/session-end.ts";
import { setShownUid } from "../wire/shown-user.ts";

export type AccountKind = "classic" | "unified";

/** Signed-in user; `GET /terminal/v1/status`. */
export type Session = {
  readonly uid: string;
  readonly name: string;
  readonly accountKind: AccountKind;
  readonly realm: "live" | "demo";
  /** Whether sign-in and withdrawals ask for a one-time code. */
  readonly codesEnabled: boolean;
  /** Whether the user signs in with name and password. */
  readonly hasPassword: boolean;
};

/** A ready-made user, which a browser on the machine of the exchange may continue as. */
export type ReadyUser = { readonly name: string; readonly accountKind: AccountKind };

type Status = {
  readonly signUp: boolean;
  readonly continueAs: readonly ReadyUser[];
  readonly session: Session | null;
};

const [status, setStatus] = createSignal<Status>();

const [isKindOld, setKindOld] = createSignal(false);

/** Whether the account has another kind now than the page shows, whose requests are refused. */
export { isKindOld };

/** Signed-in user; undefined without one, and while the status is loading. */
export const session = (): Session | undefined => status()?.session ?? undefined;

/** Whether the status of the session is known. */
export const isSessionKnown = (): boolean => status() !== undefined;

export const readyUsers = (): readonly ReadyUser[] => status()?.continueAs ?? [];

export const isSignUpOpen = (): boolean => status()?.signUp ?? false;

/** Loads the status; rejects with `WireFailure`. */
export async function loadSession(): Promise<void> {
  const now = await get<Status>("/terminal/v1/status");
  const shown = session();
  // The page goes on to show the user whose rows it has loaded.
  if (shown !== undefined && now.session?.uid !== shown.uid) {
    noticeEnd();
    return;
  }
  setShownUid(now.session?.uid);
  setStatus(now);
}

/** Signs in; users with one-time codes need a code as well. Rejects with `WireFailure`. */
export async function signIn(terms: {
  readonly name: string;
  readonly password: string;
  readonly code?: string;
}): Promise<void> {
  const options = { realm: "live", isSecret: true, hasOwnCode: true } as const;
  await post("/terminal/v1/sign-in", terms, options);
  switchRealm("live");
}

/** Opens an account and signs in. Rejects with `WireFailure`. */
export async function signUp(terms: {
  readonly name: string;
  readonly password: string;
  readonly accountKind: AccountKind;
}): Promise<void> {
  await post("/terminal/v1/sign-up", terms, { realm: "live", isSecret: true });
  switchRealm("live");
}

/** Signs in as a ready-made user, in the realm of this tab. Rejects with `WireFailure`. */
export async function continueAs(name: string): Promise<void> {
  if (REALM === "demo") return continueInDemo(name);
  await post("/terminal/v1/continue-as", { name }, { realm: "live" });
  location.reload();
}

/** Signs in as a ready-made user and shows its demo account. Rejects with `WireFailure`. */
export async function continueInDemo(name: string): Promise<void> {
  await post("/terminal/v1/continue-as", { name }, { realm: "live" });
  await enterDemo();
}

/** Opens the demo account of the signed-in user and shows it. Rejects with `WireFailure`. */
export async function enterDemo(): Promise<void> {
  await post("/terminal/v1/demo-session", {}, { realm: "live" });
  switchRealm("demo");
}

/** Whether the session of this page has ended, or the browser has signed in as another user. */
export const isSignedOut = (): boolean => session() !== undefined && hasSessionEnded();

/** Notices a session that ended while the page sent nothing. Rejects with `WireFailure`. */
export async function checkSession(): Promise<void> {
  if (session() === undefined || hasSessionEnded()) return;
  const now = await get<Status>("/terminal/v1/status");
  if (now.session?.uid !== session()?.uid) noticeEnd();
  else if (now.session?.accountKind !== session()?.accountKind) setKindOld(true);
}

/** Mark that the page is loaded again to sign in. */
const SIGN_IN_NEXT = "bourse.sign-in-next";

/** Loads the page again without the ended session, and asks for the sign-in. */
export function signInAgain(): void {
  sessionStorage.setItem(SIGN_IN_NEXT, "yes");
  location.reload();
}

/** Whether the page was loaded to sign in; true once. */
export function takeSignInNext(): boolean {
  const isNext = sessionStorage.getItem(SIGN_IN_NEXT) !== null;
  sessionStorage.removeItem(SIGN_IN_NEXT);
  return isNext;
}

/** Ends the session of this browser, after the reads on their way. Rejects with `WireFailure`. */
export async function signOut(): Promise<void> {
  await PAGE_READS.shutFor(() => post("/terminal/v1/sign-out"));
  switchRealm("live");
}
