import { Type } from "typebox";
import { CookieAnswer, defineEndpoint } from "../http/endpoint.ts";
import { ANY_SESSION, clearedCookies, endSessions, sendersInBrowser } from "./browser-sessions.ts";
import { demoAccountOf, liveUserOf } from "./demo-account.ts";

export const signOutEverywhere = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/sign-out-everywhere"],
  version: "v3",
  summary: "End all sessions of the user, in every browser and in both realms",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({}),
  async handle(context) {
    const { accounts } = context.exchange;
    const { realm, userIndex } = context.principal;
    const other =
      realm === "live" ? demoAccountOf(context, userIndex) : liveUserOf(context, userIndex);
    const users = other === undefined ? [userIndex] : [userIndex, other];
    const ending = users.flatMap((user) => accounts.sessionsOf(user));
    const inBrowser = sendersInBrowser(context)
      .filter(({ keyId }) => ending.every(({ apiKey }) => apiKey !== keyId))
      .map((sender) => ({ user: sender.userIndex, apiKey: sender.keyId }));
    await endSessions(context, [...ending, ...inBrowser]);
    return new CookieAnswer({}, clearedCookies(context));
  },
});
