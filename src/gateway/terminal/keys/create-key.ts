import { randomBytes } from "node:crypto";
import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { checkNote, checkPassphrase, readAddresses } from "../../users/sub-account-keys.ts";
import { ANY_SESSION } from "../browser-sessions.ts";
import { OWN_KEY_FIELDS, readPermissions } from "./own-keys.ts";

/** Bytes of a generated passphrase, which has two hexadecimal digits for each. */
const PASSPHRASE_BYTES = 10;

export const createKey = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/create-key"],
  version: "v3",
  summary: "Create an API key of the user",
  description: "In the demo realm a key of the demo account. A passphrase is generated if absent.",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  once: true,
  isSecret: true,
  confirmed: true,
  request: Type.Object({
    label: OWN_KEY_FIELDS.label,
    permissions: OWN_KEY_FIELDS.permissions,
    ipList: Type.Optional(OWN_KEY_FIELDS.ipList),
    passphrase: Type.Optional(text({ description: "8 to 32 English letters and digits" })),
  }),
  response: Type.Object({
    apiKey: Type.String(),
    secret: Type.String({ description: "Shown once" }),
    passphrase: Type.String({ description: "Shown once" }),
  }),
  async handle(context, request) {
    const { passphrase = randomBytes(PASSPHRASE_BYTES).toString("hex") } = request;
    checkNote(request.label);
    checkPassphrase(passphrase);
    const permissions = readPermissions(context, request.permissions);
    const ipList = readAddresses(context, "ipList", request.ipList ?? []);
    const { keyIssuer } = context.exchange;
    const key = keyIssuer.newKey({
      ...{ user: context.principal.userIndex, note: request.label, permissions, ipList },
      passphraseHash: await keyIssuer.hashOf(passphrase),
    });
    const { rejection } = await submitted(context, key.command);
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return { apiKey: key.apiKey, secret: key.secret, passphrase };
  },
});
