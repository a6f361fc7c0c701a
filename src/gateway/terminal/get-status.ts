import { Type } from "typebox";
import { ACCOUNT_KINDS, REALMS } from "../../core/base/vocabulary.ts";
import { defineEndpoint, type EndpointContext } from "../http/endpoint.ts";
import { isFromThisMachine } from "./this-machine.ts";

const ACCOUNT_KIND = Type.Unsafe<(typeof ACCOUNT_KINDS)[number]>(
  Type.String({ enum: [...ACCOUNT_KINDS] }),
);

const sessionSchema = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  accountKind: ACCOUNT_KIND,
  realm: Type.Unsafe<(typeof REALMS)[number]>(Type.String({ enum: [...REALMS] })),
});

/** Returns the user that the browser is signed in as in the realm of the request, or null. */
function sessionRow(context: EndpointContext) {
  const { accounts, terminal } = context.exchange;
  const sender = terminal.browsers.senderInBrowser(context.browser(), context.realm);
  const user = sender && accounts.user(sender.userIndex);
  if (sender === undefined || user === undefined) return null;
  const { accountKind, realm, uid } = sender;
  return { uid, name: user.name, accountKind, realm };
}

export const getStatus = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/status"],
  version: "v3",
  summary: "How a browser can sign in, and the user that it is signed in as",
  description:
    "The header paptrading: 1 asks for the session of the demo realm. continueAs has users only " +
    "for a browser on the machine of an exchange that no other machine reaches.",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({
    continueAs: Type.Array(Type.Object({ name: Type.String(), accountKind: ACCOUNT_KIND })),
    session: Type.Union([sessionSchema, Type.Null()]),
  }),
  handle(context) {
    const { readyUsers } = context.exchange.terminal;
    const offered = isFromThisMachine(context.browser()) ? readyUsers : [];
    return {
      continueAs: offered.map(({ accountKind, name }) => ({ name, accountKind })),
      session: sessionRow(context),
    };
  },
});
