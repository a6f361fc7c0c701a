/** Acts on a user, with what each causes. */
import { counted } from "../../../numbers/counted.ts";
import type { Act } from "../acts/asked-act.ts";
import { FREEZES, type Freeze, type ListedUser, userText } from "./user-rows.ts";

type User = Pick<ListedUser, "freezes" | "name" | "openOrders" | "uid">;

/** Returns the act that sets each freeze of a user; undefined when nothing would change. */
export function freezesAct(
  user: User,
  chosen: readonly Freeze[],
  includesSubAccounts: boolean,
  onDone: () => void,
): Act | undefined {
  const effects = FREEZES.flatMap(([freeze, title, words]) => {
    const is = chosen.includes(freeze);
    if (user.freezes.includes(freeze) === is) return [];
    return [is ? `${title}: frozen. ${words}` : `The freeze of ${title.toLowerCase()} ends.`];
  });
  if (effects.length === 0 && !includesSubAccounts) return undefined;
  const set = Object.fromEntries(FREEZES.map(([freeze]) => [freeze, chosen.includes(freeze)]));
  const subs = includesSubAccounts
    ? "All its sub-accounts get the same freezes."
    : "Its sub-accounts stay as they are.";
  return {
    title: `Set the freezes of ${user.uid}`,
    effects: [...effects, subs],
    method: "PUT",
    path: `/users/${user.uid}/freezes`,
    body: { ...set, includesSubAccounts },
    done: () => (chosen.length === 0 ? `${user.uid} is not frozen` : `${user.uid} is frozen`),
    onDone,
  };
}

/** Returns the act that cancels all open orders and plans of a user. */
export function cancelOrdersAct(user: User, onDone: () => void): Act {
  const orders = counted(user.openOrders, "open order");
  return {
    title: `Cancel the orders of ${user.uid}`,
    effects: [
      `Its ${orders} and all its plans are cancelled, in every category.`,
      "Positions stay, without their take-profit and stop-loss plans.",
    ],
    method: "POST",
    path: `/users/${user.uid}/cancel-orders`,
    body: {},
    repeat: user.uid,
    done: ({ orders: cancelled, plans }) =>
      `Cancelled: ${counted(Number(cancelled), "order")} and ${counted(Number(plans), "plan")}`,
    onDone,
  };
}

/** Returns the act that closes a user. */
export function closeAct(user: User, onDone: () => void): Act {
  return {
    title: `Close ${userText(user)}`,
    effects: [
      "All keys are revoked, and all four freezes are set.",
      "A user who still holds or owns something is refused.",
      "To open the user again, end the freezes and create a key.",
    ],
    method: "POST",
    path: `/users/${user.uid}/close`,
    body: {},
    repeat: user.uid,
    done: ({ revokedKeys }) =>
      `${user.uid} is closed. Revoked: ${counted(Number(revokedKeys), "key")}`,
    onDone,
  };
}

/** Returns the act that ends the WebSocket connections of a user. */
export function endSessionsAct(user: Pick<User, "uid">, onDone: () => void): Act {
  return {
    title: `End the connections of ${user.uid}`,
    effects: [
      "Each WebSocket connection on which one of its keys has logged in is closed.",
      "The keys stay valid: clients can connect again. Freeze the login to keep them out.",
    ],
    method: "DELETE",
    path: `/users/${user.uid}/sessions`,
    done: ({ sessions }) => `Closed: ${counted(Number(sessions), "connection")}`,
    onDone,
  };
}

/** Returns the act that revokes a key. */
export function revokeKeyAct(uid: string, apiKey: string, onDone: () => void): Act {
  return {
    title: "Revoke the key",
    effects: [
      `The key ${apiKey} of ${uid} is unknown from the next request on.`,
      "Its WebSocket connections end. Open orders and positions stay.",
    ],
    method: "DELETE",
    path: `/users/${uid}/keys/${encodeURIComponent(apiKey)}`,
    repeat: uid,
    done: () => "The key is revoked",
    onDone,
  };
}

/** What the exchange shows once of a key that it created. */
export type CreatedKey = {
  readonly apiKey: string;
  readonly passphrase: string;
  readonly permissions: readonly string[];
  readonly secret?: string;
};

/** Returns the act that creates a key; an empty list of addresses allows all. */
export function createKeyAct(
  uid: string,
  ipList: readonly string[],
  onDone: (key: CreatedKey) => void,
): Act {
  const from = ipList.length === 0 ? "every address" : ipList.join(", ");
  return {
    title: `Create a key for ${uid}`,
    effects: [
      `The key has all permissions of the account, withdrawals too, and works from ${from}.`,
      "Secret and passphrase are shown once, to you: give them to the user on a safe way.",
    ],
    method: "POST",
    path: `/users/${uid}/keys`,
    body: { ipList },
    repeat: ipList.length === 0 ? uid : undefined,
    done: () => `A key for ${uid} is created`,
    onDone: (answer) => onDone(answer as CreatedKey),
  };
}

/** What a person writes of a new user. */
export type NewUser = {
  readonly kind: "classic" | "unified";
  readonly realm: "live" | "demo";
  readonly name: string;
  /** Main account of a sub-account; empty for a main account. */
  readonly parentUid: string;
};

/** Returns the act that creates a user. */
export function createUserAct(
  { kind, name, parentUid, realm }: NewUser,
  onDone: (uid: string) => void,
): Act {
  const isMain = parentUid === "";
  const hasPractice = isMain && kind === "classic" && realm === "live";
  return {
    title: isMain ? "Create a user" : `Create a sub-account of ${parentUid}`,
    effects: [
      `A ${kind} user of the ${realm} realm${name === "" ? "" : ` named ${name}`} is created.`,
      "It has no key yet: create one on its page.",
      ...(hasPractice ? ["It receives practice coins."] : []),
    ],
    method: "POST",
    path: "/users",
    body: {
      ...{ kind, realm },
      ...(name === "" ? {} : { name }),
      ...(isMain ? {} : { parentUid }),
    },
    done: ({ uid }) => `The user ${String(uid)} is created`,
    onDone: ({ uid }) => onDone(String(uid)),
  };
}
