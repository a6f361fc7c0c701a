/** Rows of users. */
import { type Static, Type } from "typebox";
import { ACCOUNT_KINDS, ACCOUNT_LEVELS } from "../core/base/vocabulary.ts";
import { FREEZE_KINDS } from "../core/commands/access-commands.ts";
import { Flag, IsoTime, RealmName, Text, text } from "./admin-fields.ts";

const USER_ROW = {
  uid: Text,
  accountKind: Type.Enum([...ACCOUNT_KINDS]),
  realm: RealmName,
  name: Text,
  parentUid: text("empty for a main account"),
  level: Type.Enum([...ACCOUNT_LEVELS], { description: "always basic for a classic user" }),
  isFrozen: Type.Boolean({ description: "whether all keys of the user are refused" }),
  isFrozenByMainAccount: Flag,
  freezes: Type.Array(Type.Enum([...FREEZE_KINDS]), {
    description: "the operator's freezes in force",
  }),
  isUnderReview: Type.Boolean({ description: "whether its main account is under review" }),
  keys: Type.Integer(),
  openOrders: Type.Integer(),
  createdAt: IsoTime,
};
export const UserPage = Type.Object({
  users: Type.Array(Type.Object(USER_ROW)),
  after: text("the uid that continues the list; empty on its last page"),
});

/** One user with the numbers of what it has. */
export const UserDetail = Type.Object({
  ...USER_ROW,
  reviewReason: text("empty without a review"),
  heldSince: text("ISO time of the beginning of the review; empty without one"),
  subAccounts: Type.Integer(),
  ...{ openPlans: Type.Integer(), positions: Type.Integer() },
  sessions: Type.Integer({ description: "WebSocket connections that are logged in" }),
  equityUsdt: text(
    "value of all wallets in USDT at index prices, with unrealised profit and less loans; " +
      "practice coins count nothing",
  ),
});
export type UserDetailState = Static<typeof UserDetail>;
