import { Type } from "typebox";
import { CookieAnswer, defineEndpoint } from "../http/endpoint.ts";
import { clearedCookies, endBrowserSessions } from "./browser-sessions.ts";

export const signOut = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/sign-out"],
  version: "v3",
  summary: "End the sessions of this browser, in both realms",
  description: "Removes the cookies also when their sessions have ended before.",
  access: { kind: "public", sender: "page" },
  limit: { perSecond: 5, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({}),
  async handle(context) {
    await endBrowserSessions(context);
    return new CookieAnswer({}, clearedCookies(context));
  },
});
