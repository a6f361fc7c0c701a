import { deskGet, type Query } from "../wire/desk-wire.ts";
import type { FoundUsers, ListedUser } from "./user-rows.ts";

/** Returns all users that match a search, from all of its pages. Rejects with `WireFailure`. */
export async function allUsers(query: Query): Promise<readonly ListedUser[]> {
  const found: ListedUser[] = [];
  let after = "";
  do {
    const page = await deskGet<FoundUsers>("/users/search", { ...query, after });
    found.push(...page.users);
    after = page.after;
  } while (after !== "");
  return found;
}
