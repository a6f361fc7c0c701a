import type { Endpoint } from "../http/endpoint.ts";
import { addAddress } from "./addresses/add-address.ts";
import { listAddresses } from "./addresses/list-addresses.ts";
import { removeAddress } from "./addresses/remove-address.ts";
import { changePassword } from "./change-password.ts";
import { continueAs } from "./continue-as.ts";
import { disableCodes } from "./disable-codes.ts";
import { enableCodes } from "./enable-codes.ts";
import { endSession } from "./end-session.ts";
import { getStatus } from "./get-status.ts";
import { createKey } from "./keys/create-key.ts";
import { deleteKey } from "./keys/delete-key.ts";
import { listKeys } from "./keys/list-keys.ts";
import { modifyKey } from "./keys/modify-key.ts";
import { listSessions } from "./list-sessions.ts";
import { openDemoSession } from "./open-demo-session.ts";
import { prepareCodes } from "./prepare-codes.ts";
import { answerQuestionnaire } from "./questionnaire/answer-questionnaire.ts";
import { getQuestionnaire } from "./questionnaire/get-questionnaire.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signOutEverywhere } from "./sign-out-everywhere.ts";
import { signUp } from "./sign-up.ts";

/** Endpoints of browsers alone: their sessions, and what the interface leaves to web pages. */
export const endpointsTerminal: readonly Endpoint[] = [
  getStatus,
  signUp,
  signIn,
  continueAs,
  changePassword,
  prepareCodes,
  enableCodes,
  disableCodes,
  signOut,
  signOutEverywhere,
  listSessions,
  endSession,
  openDemoSession,
  listKeys,
  createKey,
  modifyKey,
  deleteKey,
  listAddresses,
  addAddress,
  removeAddress,
  getQuestionnaire,
  answerQuestionnaire,
];
