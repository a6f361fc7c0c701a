/** Endpoints of chains, deposits, withdrawals and address books. */
import { Type } from "typebox";
import { ADDRESS_KINDS, CUSTODY_KINDS, WITHDRAWAL_STATUSES } from "../../core/base/vocabulary.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  amount,
  Decimal,
  Flag,
  Id,
  IdPath,
  IsoTime,
  Name,
  rowsOf,
  strict,
  Text,
  TimeText,
  text,
  Uid,
  UidPath,
} from "../admin-fields.ts";
import { PAGE_QUERY, pageOf } from "../admin-query.ts";

const ShortText = Type.String({ maxLength: 128 });
const Switch = Type.Optional(Flag);
const Amount = Type.Optional(Decimal);
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));
const ADDRESS = {
  kind: Type.Enum([...ADDRESS_KINDS]),
  ...{ coin: Text, chain: Text, address: Text, tag: Text, label: Text },
};
const ChainRow = Type.Object({
  ...{ coin: Text, chain: Text, needsTag: Flag, isByInvoice: Flag },
  ...{ isRechargeable: Flag, isWithdrawable: Flag, isCongested: Flag },
  withdrawFee: Text,
  extraFee: amount("share of the amount"),
  ...{ depositConfirmations: Type.Integer(), withdrawConfirmations: Type.Integer() },
  ...{ depositMin: Text, withdrawMin: Text, withdrawStep: Text, withdrawDecimals: Type.Integer() },
  unattendedMax: amount("withdrawals of a main account in a day that need no approval"),
  ...{ browserUrl: Text, contractAddress: Text },
});

export const CHAIN_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/chains",
    summary: "Lists the chains of coins and their terms",
    response: Type.Array(ChainRow),
    run: (actions) => answered(actions.listChains()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/chains",
    roles: ["treasury"],
    summary: "Sets the terms of a coin on a chain",
    description:
      "Absent members keep their value. A chain that the coin does not have is listed: free, " +
      "open, and with one confirmation.",
    body: strict({
      ...{ coin: Name, chain: Name, needsTag: Switch, isByInvoice: Switch },
      ...{ isRechargeable: Switch, isWithdrawable: Switch, isCongested: Switch },
      ...{ withdrawFee: Amount, extraFee: Amount },
      ...{ depositConfirmations: Count, withdrawConfirmations: Count },
      ...{ depositMin: Amount, withdrawMin: Amount, withdrawStep: Amount },
      ...{ withdrawDecimals: Count, unattendedMax: Amount },
      browserUrl: Type.Optional(ShortText),
      contractAddress: Type.Optional(ShortText),
    }),
    response: ChainRow,
    example: { coin: "USDT", chain: "TRC20", withdrawFee: "1" },
    run: (actions, { body }) => actions.setChain(body),
  }),
  adminEndpoint({
    method: "POST",
    path: "/chains/reorganise",
    roles: ["treasury"],
    summary: "Reorganises the last blocks of a simulated chain",
    description: "Their transactions are mined again, or dropped with `isDropped`.",
    body: strict({
      chain: Name,
      blocks: Type.Integer({ minimum: 1, maximum: 1_000 }),
      isDropped: Switch,
    }),
    response: Type.Object({ count: Type.Integer({ description: "transactions concerned" }) }),
    example: { chain: "BTC", blocks: 1 },
    run: (actions, { body: { blocks, chain, isDropped = false } }) =>
      actions.reorganise(chain, blocks, isDropped),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/deposits",
    roles: ["treasury"],
    summary: "Makes a deposit arrive on a simulated chain",
    params: UidPath,
    body: strict({ coin: Name, chain: Name, amount: Decimal }),
    response: Type.Object({
      ...{ uid: Text, coin: Text, chain: Text, amount: Text },
      ...{ address: Text, tag: Text, transactionId: Text },
    }),
    isCreating: true,
    example: { coin: "BTC", chain: "BTC", amount: "0.5" },
    run: (actions, { body, params }) => actions.simulateDeposit({ uid: params.uid, ...body }),
  }),
];

export const WITHDRAWAL_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/addresses",
    summary: "Lists the address book of withdrawals",
    params: UidPath,
    response: rowsOf({ id: Text, ...ADDRESS }),
    run: (actions, { params }) => actions.listAddresses(params.uid),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/addresses",
    roles: ["support"],
    summary: "Adds to the address book",
    description:
      "What a main account and its sub-accounts may withdraw to; `address` is a uid for the kind " +
      "`internal`.",
    params: UidPath,
    body: strict({
      kind: Type.Optional(Type.Enum([...ADDRESS_KINDS])),
      coin: Type.Optional(Name),
      chain: Type.Optional(Name),
      address: ShortText,
      tag: Type.Optional(ShortText),
      label: Type.Optional(ShortText),
    }),
    response: Type.Object({ id: Text, ...ADDRESS }),
    isCreating: true,
    example: { coin: "BTC", chain: "BTC", address: "bc1qexampleaddress0000000000000000000000" },
    run: (actions, { body, params }) => {
      const { address, chain, coin, kind = "regular", label = "", tag = "" } = body;
      return actions.addAddress({ uid: params.uid, kind, coin, chain, address, tag, label });
    },
  }),
  adminEndpoint({
    method: "DELETE",
    path: "/users/:uid/addresses/:id",
    roles: ["support"],
    summary: "Removes an entry of the address book",
    description: "Approved withdrawals to it that are not signed return to review.",
    params: Type.Object({ uid: Uid, id: Id }),
    response: Type.Object({ id: Text }),
    run: (actions, { params }) => actions.removeAddress(params.uid, params.id),
  }),
  adminEndpoint({
    method: "GET",
    path: "/withdrawals",
    summary: "Lists withdrawals that have not ended",
    response: rowsOf({
      ...{ id: Text, uid: Text, coin: Text, chain: Text },
      debit: amount("what the user pays"),
      ...{ fee: Text, address: Text, tag: Text, remark: Text },
      status: text("step that it has reached"),
      transactionId: Text,
      createdAt: IsoTime,
    }),
    run: (actions) => answered(actions.listWithdrawals()),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/withdrawals",
    summary: "Lists a user's withdrawals, ended ones included",
    description:
      "Newest first, at most 100 a page; `cursor` of an answer requests the next page. `since` " +
      "and `until` are ISO times.",
    params: UidPath,
    query: strict({
      since: Type.Optional(TimeText),
      until: Type.Optional(TimeText),
      ...PAGE_QUERY,
    }),
    response: Type.Object({
      withdrawals: rowsOf({
        ...{ id: Text, kind: Type.Enum([...CUSTODY_KINDS]), coin: Text },
        chain: text("empty between users"),
        debit: amount("what the user pays"),
        ...{ fee: Text, address: Text, tag: Text },
        toUid: text("who receives it between users; else empty"),
        status: Type.Enum([...WITHDRAWAL_STATUSES]),
        confirmations: Type.Integer(),
        ...{ transactionId: Text, createdAt: IsoTime, updatedAt: IsoTime },
      }),
      cursor: text("cursor of the next page; empty on the last page"),
    }),
    run: (actions, { params, query }) => {
      const { since, until } = query;
      return actions.withdrawalsOf({ uid: params.uid, since, until, ...pageOf(query) });
    },
  }),
  adminEndpoint({
    method: "POST",
    path: "/withdrawals/:id/decision",
    roles: ["treasury"],
    summary: "Approves or rejects a withdrawal in review",
    description:
      "A withdrawal is approved only while its address is in the book; a rejected one is refunded.",
    params: IdPath,
    body: strict({ isApproved: Flag }),
    response: Type.Object({ id: Text }),
    example: { isApproved: true },
    run: (actions, { body, params }) => actions.decideWithdrawal(params.id, body.isApproved),
  }),
];
