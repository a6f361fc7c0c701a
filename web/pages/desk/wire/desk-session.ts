/** Who acts at this desk: the holder of the token that opened the session of the browser. */
import { createSignal } from "solid-js";
import { WireFailure } from "../../../wire/wire-failure.ts";
import { deskGet, deskSend, openDeskSession, whenSignedOut } from "./desk-wire.ts";

type Role = "read" | "support" | "risk" | "treasury" | "all";

export type DeskSession = {
  /** Name of the token. */
  readonly name: string;
  readonly role: Role;
  /** When the session ends by the clock of this machine, Unix ms. */
  readonly endsAtMs: number;
};

type ShownSession = {
  readonly name: string;
  readonly role: Role;
  readonly remainingSeconds: number;
};

/** Whether this browser has opened a session, so that it need not ask without one. */
const OPENED_AS = "bourse.desk.isOpened";

const [session, setSession] = createSignal<DeskSession>();
const [isKnown, setKnown] = createSignal(false);

/** The session; undefined without one, and until it is known. */
export const deskSession = session;

/** Whether it is known if there is a session. */
export const isDeskSessionKnown = isKnown;

function keep({ name, remainingSeconds, role }: ShownSession): void {
  localStorage.setItem(OPENED_AS, "true");
  setSession({ name, role, endsAtMs: Date.now() + remainingSeconds * 1_000 });
}

function forget(): void {
  localStorage.removeItem(OPENED_AS);
  setSession(undefined);
}

/** Asks whether this browser has a session. Rejects with `WireFailure` where that stays open. */
export async function loadDeskSession(): Promise<void> {
  whenSignedOut(forget);
  try {
    if (localStorage.getItem(OPENED_AS) !== null)
      keep(await deskGet<ShownSession>("/browser-session"));
  } catch (thrown) {
    if (!(thrown instanceof WireFailure) || thrown.status !== 401) throw thrown;
  }
  setKnown(true);
}

/** Opens a session with an admin token. Rejects with `WireFailure`. */
export async function signInToDesk(token: string): Promise<void> {
  keep(await openDeskSession<ShownSession>(token));
}

/** Ends the session. Rejects with `WireFailure`. */
export async function signOutOfDesk(): Promise<void> {
  await deskSend("DELETE", "/browser-session", { reason: "" });
  forget();
}

/** Whether the signed-in person has one of the roles, or all of them. */
export function mayAct(...roles: readonly Role[]): boolean {
  const role = session()?.role;
  return role !== undefined && (role === "all" || roles.includes(role));
}
