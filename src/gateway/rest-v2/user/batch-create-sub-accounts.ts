import { Type } from "typebox";
import type { UserRead } from "../../../core/reads/account-reads.ts";
import { ACCOUNT_WORDS_DEFAULT } from "../../auth/permissions.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { type BatchItem, batchOf, text } from "../../http/fields.ts";
import { WireError, wireError } from "../../http/wire-error.ts";
import { checkNote, checkPassphrase } from "../../users/sub-account-keys.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { submitAccepted } from "../shared/submit.ts";
import { issueSubAccountKey, type KeyTerms } from "./issue-sub-account-key.ts";
import {
  checkAlias,
  KEY_FIELDS,
  keyWithSecretSchema,
  readIpList,
  readKeyWords,
} from "./virtual-sub-account.ts";

/** Most sub-accounts of one request (auth-and-errors.md section 4). */
const ITEMS_MAX = 5;

interface AccountRequest {
  readonly subAccountName: string;
  readonly passphrase: string;
  readonly label: string;
  readonly ipList?: readonly string[];
  readonly permList?: readonly string[];
}

/** A sub-account to be created, with its key. */
interface Planned extends KeyTerms {
  readonly alias: string;
  readonly passphrase: string;
}

/** Returns the checked terms of an item; throws the error of its first fault. */
function plannedOf(context: PrivateContext, item: BatchItem<AccountRequest>): Planned {
  if (item.error !== undefined) throw item.error;
  const { ipList, label, passphrase, permList, subAccountName } = item.value;
  checkAlias(subAccountName);
  checkPassphrase(passphrase);
  checkNote(label);
  return {
    alias: subAccountName,
    passphrase,
    note: label,
    permissions: readKeyWords(context, permList),
    ipList: readIpList(context, ipList),
  };
}

async function create(context: PrivateContext, main: UserRead, planned: Planned) {
  const { exchange } = context;
  const passphraseHash = await exchange.keyIssuer.hashOf(planned.passphrase);
  const command = {
    kind: "create_sub_account",
    user: main.index,
    accountKind: "classic",
    alias: planned.alias,
    note: planned.note,
    permissions: ACCOUNT_WORDS_DEFAULT.join(","),
  } as const;
  const { id } = await submitAccepted(context, command, "v2_spot");
  const account = exchange.accounts.user(id);
  if (account === undefined) throw wireError("40725");
  return issueSubAccountKey(context, account, { ...planned, passphraseHash });
}

export const batchCreateSubAccounts = defineEndpoint({
  method: "POST",
  paths: [
    "/api/v2/user/batch-create-subaccount-and-apikey",
    "/api/v2/user/batch-create-virtual-subaccount-and-apikey",
  ],
  version: "v2",
  summary: "Create virtual sub-accounts, each with an API key",
  description:
    "The body is a list. A faulty item, and a name that is taken, refuse the whole request. An " +
    "item that fails only when the others are created already is left out of the response.",
  access: { kind: "private", permission: "transfer" },
  confirmed: true,
  limit: { perSecond: 1, per: "uid" },
  once: true,
  isSecret: true,
  batch: true,
  request: batchOf(
    Type.Object({
      subAccountName: text({ description: "8 English letters" }),
      passphrase: text({ description: "8 to 32 English letters and digits" }),
      label: text({ description: "At most 20 characters" }),
      ipList: Type.Optional(KEY_FIELDS.ipList),
      permList: Type.Optional(KEY_FIELDS.permList),
    }),
    { itemsMax: ITEMS_MAX },
  ),
  response: Type.Array(keyWithSecretSchema),
  async handle(context, request) {
    const main = callingMain(context);
    const planned = request.map((item) => plannedOf(context, item));
    const aliases = planned.map(({ alias }) => alias.toLowerCase());
    const { accounts } = context.exchange;
    const isRepeated = new Set(aliases).size < aliases.length;
    if (isRepeated || aliases.some((alias) => accounts.isAliasTaken(alias))) {
      throw wireError("40060");
    }
    const created: Awaited<ReturnType<typeof create>>[] = [];
    for (const item of planned) {
      try {
        created.push(await create(context, main, item));
      } catch (thrown) {
        if (!(thrown instanceof WireError) || created.length === 0) throw thrown;
        break;
      }
    }
    return created;
  },
});
