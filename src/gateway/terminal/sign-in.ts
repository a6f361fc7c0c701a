import { Type } from "typebox";
import { clearedCookie } from "../auth/session-cookie.ts";
import { CookieAnswer, defineEndpoint } from "../http/endpoint.ts";
import { overloaded, wireError } from "../http/wire-error.ts";
import { endBrowserSessions, openSession } from "./browser-sessions.ts";
import { codeField, nameField, passwordField } from "./sign-in-fields.ts";

export const signIn = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/sign-in"],
  version: "v3",
  summary: "Sign in with name and password",
  description:
    "Answers an unknown name like a wrong password (49005). A user with one-time codes " +
    "needs a code, too (49013). Replaces the sessions of the " +
    "browser. The number of sign-ins is limited by network, and by name and network, also " +
    "without rate limits.",
  access: { kind: "public", sender: "page" },
  limit: { perSecond: 5, per: "ip" },
  isSecret: true,
  request: Type.Object({
    name: nameField,
    password: passwordField,
    code: Type.Optional(codeField),
  }),
  response: Type.Object({}),
  async handle(context, { code, name, password }) {
    const { accounts, terminal } = context.exchange;
    terminal.attempts.signIn(name, context.clientIp);
    const known = accounts.signInNamed(name);
    const isRight = await terminal.passwords.matches(password, known?.passwordHash);
    if (known === undefined || !isRight) throw wireError("49005");
    const requireUnchanged = (): void => {
      if (accounts.signInOf(known.user) !== known) throw overloaded();
    };
    requireUnchanged();
    const { sealedCodeSecret, user } = known;
    if (sealedCodeSecret.length > 0) terminal.codes.use(user, sealedCodeSecret, code, "sign_in");
    terminal.attempts.signedIn(name, context.clientIp);
    const account = { user: known.user, realm: "live" } as const;
    const cookie = await openSession(context, account, requireUnchanged);
    await endBrowserSessions(context);
    return new CookieAnswer({}, [cookie, clearedCookie("demo", context.browser().isSecure)]);
  },
});
