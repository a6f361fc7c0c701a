/** Users as the admin API lists and shows them. */

/** Freezes of a user, with what each stops. */
export const FREEZES = [
  ["trading", "Trading", "Opening orders are cancelled and refused; closing goes on."],
  ["transfersOut", "Transfers out", "Nothing moves to another user."],
  ["withdrawals", "Withdrawals", "None is requested or signed."],
  ["login", "Login", "All keys and sessions are refused, and connections end."],
] as const;
export type Freeze = (typeof FREEZES)[number][0];

export type AccountKind = "classic" | "unified";

/** A row of `GET /admin/v1/users/search`. */
export type ListedUser = {
  readonly uid: string;
  readonly accountKind: AccountKind;
  readonly realm: "live" | "demo";
  readonly name: string;
  /** Empty for a main account. */
  readonly parentUid: string;
  readonly level: "basic" | "advanced";
  readonly isFrozenByMainAccount: boolean;
  readonly freezes: readonly Freeze[];
  readonly isUnderReview: boolean;
  readonly keys: number;
  readonly openOrders: number;
  readonly createdAt: string;
};

/** `GET /admin/v1/users/UID`. */
export type ShownUser = ListedUser & {
  readonly reviewReason: string;
  readonly heldSince: string;
  readonly subAccounts: number;
  readonly openPlans: number;
  readonly positions: number;
  /** WebSocket connections that are logged in. */
  readonly sessions: number;
  readonly equityUsdt: string;
};

/** A page of `GET /admin/v1/users/search`. */
export type FoundUsers = { readonly users: readonly ListedUser[]; readonly after: string };

/** Returns a user in the words of people. */
export function userText({ name, uid }: Pick<ListedUser, "name" | "uid">): string {
  return name === "" ? uid : `${uid} ${name}`;
}

/** Returns what stops a user, in words; empty when nothing does. */
export function stopsText(
  user: Pick<ListedUser, "freezes" | "isFrozenByMainAccount" | "isUnderReview">,
): string {
  const names = FREEZES.filter(([freeze]) => user.freezes.includes(freeze)).map(([, title]) =>
    title.toLowerCase(),
  );
  return [
    ...(names.length === 0 ? [] : [`frozen: ${names.join(", ")}`]),
    ...(user.isFrozenByMainAccount ? ["frozen by its main account"] : []),
    ...(user.isUnderReview ? ["under review"] : []),
  ].join("; ");
}
