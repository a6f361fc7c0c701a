import type { Endpoint } from "../http/endpoint.ts";
import { changePassword } from "./change-password.ts";
import { continueAs } from "./continue-as.ts";
import { endSession } from "./end-session.ts";
import { getStatus } from "./get-status.ts";
import { listSessions } from "./list-sessions.ts";
import { openDemoSession } from "./open-demo-session.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signOutEverywhere } from "./sign-out-everywhere.ts";
import { signUp } from "./sign-up.ts";

/** Endpoints by which browsers open, list and end their sessions. */
export const endpointsTerminal: readonly Endpoint[] = [
  getStatus,
  signUp,
  signIn,
  continueAs,
  changePassword,
  signOut,
  signOutEverywhere,
  listSessions,
  endSession,
  openDemoSession,
];
