import { Type } from "typebox";
import { defineEndpoint } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";
import { ANY_SESSION } from "./browser-sessions.ts";
import { ownSignIn } from "./own-password.ts";
import { passwordField } from "./sign-in-fields.ts";

export const prepareCodes = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/prepare-codes"],
  version: "v3",
  summary: "Prepare one-time codes: a secret for an app that shows them",
  description: "The secret is kept for 10 minutes, until enable-codes states a code of it.",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 1, per: "uid" },
  isSecret: true,
  request: Type.Object({ password: passwordField }),
  response: Type.Object({
    secret: Type.String({ description: "In base32" }),
    uri: Type.String({ description: "otpauth URI, which apps read as a QR code" }),
  }),
  async handle(context, { password }) {
    const { name, sealedCodeSecret, user } = await ownSignIn(context, password);
    if (sealedCodeSecret.length > 0) throw wireError("49015");
    return context.exchange.terminal.codes.prepare(user, name);
  },
});
