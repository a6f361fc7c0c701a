import { Type } from "typebox";
import { ACCOUNT_KINDS, REALMS } from "../../core/base/vocabulary.ts";
import { defineEndpoint, type EndpointContext } from "../http/endpoint.ts";
import { liveUserOf } from "./demo-account.ts";
import { isFromThisMachine } from "./this-machine.ts";

const ACCOUNT_KIND = Type.Unsafe<(typeof ACCOUNT_KINDS)[number]>(
  Type.String({ enum: [...ACCOUNT_KINDS] }),
);

const sessionSchema = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  accountKind: ACCOUNT_KIND,
  realm: Type.Unsafe<(typeof REALMS)[number]>(Type.String({ enum: [...REALMS] })),
  hasPassword: Type.Boolean({ description: "Whether the user signs in with name and password" }),
  codesEnabled: Type.Boolean({ description: "Whether the user has one-time codes" }),
});

/** Returns the user that the browser is signed in as in the realm of the request, or null. */
function sessionRow(context: EndpointContext) {
  const { accounts, terminal } = context.exchange;
  const sender = terminal.browsers.senderInBrowser(context.browser(), context.realm);
  const user = sender && accounts.user(sender.userIndex);
  if (sender === undefined || user === undefined) return null;
  const { accountKind, realm, uid, userIndex } = sender;
  const liveUser = realm === "live" ? userIndex : liveUserOf(context, userIndex);
  const signIn = liveUser === undefined ? undefined : accounts.signInOf(liveUser);
  return {
    ...{ uid, name: signIn?.name ?? user.name, accountKind, realm },
    hasPassword: signIn !== undefined,
    codesEnabled: signIn !== undefined && signIn.sealedCodeSecret.length > 0,
  };
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
    signUp: Type.Boolean({ description: "Whether new users can sign up" }),
    continueAs: Type.Array(Type.Object({ name: Type.String(), accountKind: ACCOUNT_KIND })),
    session: Type.Union([sessionSchema, Type.Null()]),
  }),
  handle(context) {
    const { isSignUpOpen, readyUsers } = context.exchange.terminal;
    const offered = isFromThisMachine(context.browser()) ? readyUsers : [];
    return {
      signUp: isSignUpOpen,
      continueAs: offered.map(({ accountKind, name }) => ({ name, accountKind })),
      session: sessionRow(context),
    };
  },
});
