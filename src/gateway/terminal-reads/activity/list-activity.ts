import { Type } from "typebox";
import { seqOfId } from "../../../core/base/seq-of-id.ts";
import type { Command } from "../../../core/commands/commands.ts";
import { ACTIVITY_KINDS, type ActivityRow } from "../../../projections/history/activity-table.ts";
import type { WithdrawalRow } from "../../../projections/history/custody-tables.ts";
import { newestRows } from "../../../projections/history/newest-rows.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText } from "../../../wire/texts.ts";
import { wordOf } from "../../../wire/words/word-field.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { limit } from "../../http/fields.ts";
import { cursorId, nextCursor, PAGING_FIELDS } from "../../rest-v3/paging.ts";
import { commandOf, SENDER_FIELDS, senderOf } from "../command-sender.ts";
import { namedAccount, UID_FIELD } from "../story-account.ts";

/** Rows of a page: each reads its command from the journal. */
const PAGE_ROWS = 20;

const KINDS = [...ACTIVITY_KINDS, "withdrawal"] as const;

const activitySchema = Type.Object({
  activityId: Type.String(),
  time: Type.String({ description: "In ms since 1970" }),
  kind: wordOf(KINDS),
  subjectKey: Type.String({ description: "Key that was created, changed or deleted" }),
  uid: Type.String({ description: "New sub-account; recipient of a withdrawal to a user" }),
  address: Type.String({ description: "Address that was added, or that a withdrawal goes to" }),
  label: Type.String({ description: "Label of an added address, or note of a key" }),
  detail: Type.String({ description: "New mode, status or freezes; status of a withdrawal" }),
  coin: Type.String(),
  amount: Type.String({ description: "What a withdrawal takes, with its fee" }),
  ...SENDER_FIELDS,
});

const NONE = { subjectKey: "", uid: "", address: "", label: "", detail: "", coin: "", amount: "" };

function ofActivity(row: ActivityRow, command: Command | undefined) {
  const { detail, kind, relatedUser, subject } = row;
  const isKey = kind.startsWith("key_") || kind.startsWith("session_");
  const added = command?.kind === "add_address" ? command : undefined;
  const noted =
    command?.kind === "create_key" || command?.kind === "modify_key" ? command : undefined;
  return {
    ...{ ...NONE, kind, detail, subjectKey: isKey ? subject : "" },
    uid: relatedUser === 0 ? "" : uidOf(relatedUser - 1),
    address: added?.address ?? "",
    label: added?.label ?? noted?.note ?? "",
  };
}

function ofWithdrawal(accounts: LiveAccounts, row: WithdrawalRow) {
  const { address, chain, currency, debit, status, toUser } = row;
  return {
    ...{ ...NONE, kind: "withdrawal" as const, detail: status, address },
    uid: chain === 0 ? uidOf(toUser) : "",
    coin: currencyCode(accounts, currency),
    amount: amountText(accounts, currency, debit),
  };
}

async function activityOf(
  context: PrivateContext,
  account: number,
  row: ActivityRow | WithdrawalRow,
) {
  const command = await commandOf(context, seqOfId(row.id));
  const about =
    "kind" in row ? ofActivity(row, command) : ofWithdrawal(context.exchange.accounts, row);
  const sender = senderOf(context, account, command);
  return { activityId: wireId(row.id), time: String(row.createdAtMs), ...about, ...sender };
}

export const listActivity = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/activity"],
  version: "v3",
  summary: "What changed the access to an account, and its withdrawals, newest first",
  description:
    "Keys, sub-accounts, addresses, account kinds and modes, freezes and reviews by the " +
    "operator, and withdrawals with their present status. Names the key of the request where the " +
    "journal still has it. Internet addresses of requests are not recorded.",
  access: { kind: "private", permission: ["read", "uta_mgt_read"], accounts: "any" },
  limit: { perSecond: 1, per: "uid" },
  settles: true,
  request: Type.Object({
    limit: limit({ default: PAGE_ROWS, max: PAGE_ROWS }),
    cursor: PAGING_FIELDS.cursor,
    ...UID_FIELD,
  }),
  response: Type.Object({ list: Type.Array(activitySchema), cursor: Type.String() }),
  async handle(context, request) {
    const user = namedAccount(context, request.uid);
    const idLessThan = cursorId(context, request.cursor);
    const page = { user, idLessThan, limit: request.limit };
    const { history } = context.exchange;
    const found = await Promise.all([history.activities(page), history.withdrawals(page)]);
    const { hasMore, rows } = newestRows<ActivityRow | WithdrawalRow>(found, request.limit);
    const list: Awaited<ReturnType<typeof activityOf>>[] = [];
    for (const row of rows) list.push(await activityOf(context, user, row));
    return { list, cursor: nextCursor(rows, hasMore) };
  },
});
