import { Type } from "typebox";
import { CookieAnswer, defineEndpoint } from "../http/endpoint.ts";
import {
  ANY_SESSION,
  endSessions,
  openSession,
  sendersInBrowser,
  withWindow,
} from "./browser-sessions.ts";
import { ensureDemoAccount } from "./demo-account.ts";

export const openDemoSession = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/demo-session"],
  version: "v3",
  summary: "Open a session of the demo account of the signed-in user",
  description: "Creates the account, with money of the demo realm, when it is first asked for.",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 2, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({}),
  async handle(context) {
    const demoUser = await ensureDemoAccount(withWindow(context));
    const before = sendersInBrowser(context).filter(({ realm }) => realm === "demo");
    const cookie = await openSession(
      context,
      { user: demoUser, realm: "demo" },
      context.requireUnchanged,
    );
    const ending = before.map((one) => ({ user: one.userIndex, apiKey: one.keyId }));
    await endSessions(context, ending);
    return new CookieAnswer({}, [cookie]);
  },
});
