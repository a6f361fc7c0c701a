import { Type } from "typebox";
import { defineEndpoint } from "../http/endpoint.ts";
import { ANY_SESSION, endSessions, withWindow } from "./browser-sessions.ts";
import { demoAccountOf } from "./demo-account.ts";
import { setSignIn, signInDraft } from "./new-account.ts";
import { ownSignIn } from "./own-password.ts";
import { checkPassword, passwordField } from "./sign-in-fields.ts";

export const changePassword = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/change-password"],
  version: "v3",
  summary: "Change the password, and end all other sessions of the user",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 1, per: "uid" },
  isSecret: true,
  confirmed: true,
  request: Type.Object({ password: passwordField, newPassword: passwordField }),
  response: Type.Object({}),
  async handle(context, { newPassword, password }) {
    const { accounts, terminal } = context.exchange;
    const { keyId, userIndex } = context.principal;
    const { name } = await ownSignIn(context, password);
    checkPassword(newPassword, name);
    const passwordHash = await terminal.passwords.hashOf(newPassword);
    await setSignIn(withWindow(context), signInDraft(userIndex, { passwordHash }));
    const users = [userIndex, demoAccountOf(context, userIndex) ?? userIndex];
    const sessions = [...new Set(users)].flatMap((user) => accounts.sessionsOf(user));
    await endSessions(
      context,
      sessions.filter(({ apiKey }) => apiKey !== keyId),
    );
    return {};
  },
});
