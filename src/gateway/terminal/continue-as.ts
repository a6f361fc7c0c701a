import { Type } from "typebox";
import { clearedCookie } from "../auth/session-cookie.ts";
import { CookieAnswer, defineEndpoint } from "../http/endpoint.ts";
import { text } from "../http/fields.ts";
import { wireError } from "../http/wire-error.ts";
import { endBrowserSessions, openSession } from "./browser-sessions.ts";
import { isFromThisMachine } from "./this-machine.ts";

export const continueAs = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/continue-as"],
  version: "v3",
  summary: "Sign in as a ready-made user on the machine of the exchange",
  description:
    "Offered only while no other machine reaches the exchange: it listens on loopback, and " +
    "neither a proxy nor a further host name is configured. Replaces the sessions of the browser.",
  access: { kind: "public", sender: "page" },
  limit: { perSecond: 5, per: "ip" },
  request: Type.Object({ name: text({ description: "A name of continueAs of the status" }) }),
  response: Type.Object({}),
  async handle(context, request) {
    const { readyUsers } = context.exchange.terminal;
    if (readyUsers.length === 0 || !isFromThisMachine(context.browser())) {
      throw wireError("40410", "ready-made users to this browser");
    }
    const user = readyUsers.find(({ name }) => name === request.name);
    if (user === undefined) throw context.errors.unknown("name");
    const cookie = await openSession(context, { user: user.userIndex, realm: "live" });
    await endBrowserSessions(context);
    return new CookieAnswer({}, [cookie, clearedCookie("demo", context.browser().isSecure)]);
  },
});
