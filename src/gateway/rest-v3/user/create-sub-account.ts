import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration, text } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { checkNote } from "../../users/sub-account-keys.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { subAccountRow, subAccountRowSchema } from "./sub-account-row.ts";

/** 1 to 20 English letters; the reference names no rule. */
const USERNAME = /^[A-Za-z]{1,20}$/;

export const createSubAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/user/create-sub"],
  version: "v3",
  summary: "Create a virtual sub-account",
  description:
    "By a main account's key. username is 1 to 20 English letters and unique in the whole " +
    "exchange; upper and lower case are equal.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    username: text(),
    accountMode: enumeration(["classic", "unified"], { default: "unified" }),
    note: Type.Optional(text({ description: "At most 20 characters" })),
  }),
  response: subAccountRowSchema,
  async handle(context, request) {
    const main = callingMain(context);
    const { accountMode: accountKind, note = "", username: alias } = request;
    if (!USERNAME.test(alias)) throw context.errors.wrong("username");
    checkNote(note);
    const terms = { user: main.index, accountKind, alias, note, permissions: "" };
    const outcome = await submitted(context, { kind: "create_sub_account", ...terms });
    if (outcome.rejection !== undefined) throw rejectionError(outcome.rejection, "v3");
    const account = context.exchange.accounts.user(outcome.id);
    return account === undefined ? wireError("40725") : subAccountRow(account);
  },
});
