import { Type } from "typebox";
import { defineEndpoint } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";
import { ANY_SESSION, withWindow } from "./browser-sessions.ts";
import { setSignIn, signInDraft } from "./new-account.ts";
import { codeField } from "./sign-in-fields.ts";

export const enableCodes = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/enable-codes"],
  version: "v3",
  summary: "Enable one-time codes with a code of the prepared secret",
  description:
    "From then on, sign-ins and requests that move money out or make credentials need a code.",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 5, per: "uid" },
  isSecret: true,
  request: Type.Object({ code: codeField }),
  response: Type.Object({}),
  async handle(context, { code }) {
    const { accounts, terminal } = context.exchange;
    const { userIndex } = context.principal;
    const signIn = accounts.signInOf(userIndex);
    if (signIn === undefined) throw wireError("49012");
    if (signIn.sealedCodeSecret.length > 0) throw wireError("49015");
    const { forget, sealed } = terminal.codes.usePrepared(userIndex, code);
    const fields = { changesCodes: true, sealedCodeSecret: sealed };
    await setSignIn(withWindow(context), signInDraft(userIndex, fields));
    forget();
    return {};
  },
});
