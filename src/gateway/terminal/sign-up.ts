import { Type } from "typebox";
import { ACCOUNT_KINDS, type AccountKind } from "../../core/base/vocabulary.ts";
import { clearedCookie } from "../auth/session-cookie.ts";
import { CookieAnswer, defineEndpoint, type EndpointContext } from "../http/endpoint.ts";
import { enumeration } from "../http/fields.ts";
import { wireError } from "../http/wire-error.ts";
import { endBrowserSessions, openSession, withWindow } from "./browser-sessions.ts";
import { createAccount, creditOpening, setSignIn, signInDraft } from "./new-account.ts";
import { checkName, checkPassword, nameField, passwordField } from "./sign-in-fields.ts";

interface NewUser {
  readonly accountKind: AccountKind;
  readonly name: string;
  readonly password: string;
}

export const signUp = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/sign-up"],
  version: "v3",
  summary: "Open an account and sign in",
  description:
    "Names differ in more than upper and lower case. Replaces the sessions of the browser. The " +
    "number of new users from one network is limited, also without rate limits.",
  access: { kind: "public", sender: "page" },
  limit: { perSecond: 2, per: "ip" },
  isSecret: true,
  request: Type.Object({
    name: nameField,
    password: passwordField,
    accountKind: enumeration(ACCOUNT_KINDS),
  }),
  response: Type.Object({}),
  async handle(context, terms) {
    const { accounts, terminal } = context.exchange;
    const { name, password } = terms;
    if (!terminal.isSignUpOpen) throw wireError("49008");
    checkName(name);
    checkPassword(password, name);
    const key = name.toLowerCase();
    const isTaken = accounts.signInNamed(name) !== undefined || terminal.signingUp.has(key);
    if (isTaken) throw wireError("49009");
    terminal.attempts.signUp(context.clientIp);
    terminal.signingUp.add(key);
    try {
      const user = await newUser(context, terms);
      const cookie = await openSession(context, { user, realm: "live" });
      await endBrowserSessions(context);
      return new CookieAnswer({}, [cookie, clearedCookie("demo", context.browser().isSecure)]);
    } finally {
      terminal.signingUp.delete(key);
    }
  },
});

/** Creates a user whose name is reserved for the request; returns its index. */
async function newUser(
  context: EndpointContext,
  { accountKind, name, password }: NewUser,
): Promise<number> {
  const passwordHash = await context.exchange.terminal.passwords.hashOf(password);
  const windowed = withWindow(context);
  const terms = { accountKind, realm: "live" } as const;
  const user = await createAccount(windowed, { ...terms, name });
  // The sign-in comes last: an account that a stop leaves unfinished is of no use to its owner.
  await creditOpening(windowed, user, terms);
  await setSignIn(windowed, signInDraft(user, { name, passwordHash }));
  return user;
}
