import { Type } from "typebox";
import { CookieAnswer, defineEndpoint } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";
import { ANY_SESSION, endSessions, openSession, sendersInBrowser } from "./browser-sessions.ts";

export const openDemoSession = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/demo-session"],
  version: "v3",
  summary: "Open a session of the demo account of the signed-in user",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 2, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({}),
  async handle(context) {
    const { readyUsers } = context.exchange.terminal;
    const { userIndex } = context.principal;
    const user = readyUsers.find((ready) => ready.userIndex === userIndex);
    if (user === undefined) throw wireError("40110");
    const before = sendersInBrowser(context).filter(({ realm }) => realm === "demo");
    const cookie = await openSession(context, user.demoUserIndex, "demo");
    const ending = before.map((one) => ({ user: one.userIndex, apiKey: one.keyId }));
    await endSessions(context, ending);
    return new CookieAnswer({}, [cookie]);
  },
});
