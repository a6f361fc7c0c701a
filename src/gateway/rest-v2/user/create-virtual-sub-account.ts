import { Type } from "typebox";
import type { CommandOutcome } from "../../../core/base/outcome.ts";
import { ACCOUNT_WORDS_DEFAULT } from "../../auth/permissions.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { WireError } from "../../http/wire-error.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { submitAll } from "../shared/submit.ts";
import { checkAlias, statusWord } from "./virtual-sub-account.ts";

/** Most names of one request: as many as a main account may have sub-accounts. */
const NAMES_MAX = 20;

/** Reasons that the response reports for a name instead of failing as a whole. */
const REPORTED = ["alias_exists", "user_limit_reached"];

/** Throws the error of an outcome that the response cannot report for its name. */
function requireReported(outcome: CommandOutcome | WireError): CommandOutcome {
  if (outcome instanceof WireError) throw outcome;
  const { rejection } = outcome;
  if (rejection !== undefined && !REPORTED.includes(rejection)) {
    throw rejectionError(rejection, "v2_spot");
  }
  return outcome;
}

export const createVirtualSubAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/user/create-virtual-subaccount"],
  version: "v2",
  summary: "Create virtual sub-accounts",
  description:
    "By a main account's key. A name is 8 English letters and unique in the whole exchange; " +
    "upper and lower case are equal. A name that is taken, or beyond the largest number of " +
    "sub-accounts, is in failureList.",
  access: { kind: "private", permission: "transfer" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ subAccountList: Type.Array(text(), { maxItems: NAMES_MAX }) }),
  response: Type.Object({
    failureList: Type.Array(Type.Object({ subaAccountName: Type.String() })),
    successList: Type.Array(
      Type.Object({
        subaAccountUid: Type.String(),
        subaAccountName: Type.String(),
        status: Type.String({ description: "normal, freeze or del" }),
        label: Type.String(),
        permList: Type.Array(Type.String()),
        cTime: Type.String(),
        uTime: Type.String(),
      }),
    ),
  }),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const main = callingMain(context);
    const aliases = request.subAccountList;
    if (aliases.length === 0) throw context.errors.missing("subAccountList");
    aliases.forEach(checkAlias);
    const commands = aliases.map((alias) => ({
      kind: "create_sub_account" as const,
      user: main.index,
      accountKind: "classic" as const,
      alias,
      note: "",
      permissions: ACCOUNT_WORDS_DEFAULT.join(","),
    }));
    const outcomes = (await submitAll(context, commands)).map(requireReported);
    const failureList = aliases
      .filter((_, place) => outcomes[place]?.rejection !== undefined)
      .map((subaAccountName) => ({ subaAccountName }));
    const created = outcomes.filter(({ rejection }) => rejection === undefined);
    const successList = created.flatMap(({ id }) => {
      const account = accounts.user(id);
      if (account === undefined) return [];
      return {
        subaAccountUid: uidOf(id),
        subaAccountName: account.name,
        status: statusWord(account),
        label: account.note,
        permList: [...ACCOUNT_WORDS_DEFAULT],
        cTime: String(account.createdAtMs),
        uTime: String(account.accessChangedAtMs),
      };
    });
    return { failureList, successList };
  },
});
