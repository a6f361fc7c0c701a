import { Type } from "typebox";
import { defineEndpoint } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";
import { ANY_SESSION, withWindow } from "./browser-sessions.ts";
import { setSignIn, signInDraft } from "./new-account.ts";
import { ownSignIn } from "./own-password.ts";
import { codeField, passwordField } from "./sign-in-fields.ts";

export const disableCodes = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/disable-codes"],
  version: "v3",
  summary: "Disable one-time codes",
  description: "Needs password and code, so that a stolen session cannot do it.",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 1, per: "uid" },
  isSecret: true,
  request: Type.Object({ password: passwordField, code: codeField }),
  response: Type.Object({}),
  async handle(context, { code, password }) {
    const { sealedCodeSecret, user } = await ownSignIn(context, password);
    if (sealedCodeSecret.length === 0) throw wireError("49017");
    context.exchange.terminal.codes.use(user, sealedCodeSecret, code, "session");
    await setSignIn(withWindow(context), signInDraft(user, { changesCodes: true }));
    return {};
  },
});
