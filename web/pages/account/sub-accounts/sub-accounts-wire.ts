/** Sub-accounts and their keys, in the dialect of the main account's kind. */
import type { AccountKind } from "../../../state/session.ts";
import { get, post } from "../../../wire/rest.ts";
import type { KeyTerms, NewKey } from "../keys/own-keys.ts";

export type SubAccount = {
  readonly uid: string;
  readonly name: string;
  readonly status: string;
  readonly kind: AccountKind;
};

export type SubKey = {
  readonly apiKey: string;
  readonly label: string;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
};

/** What the keys of sub-accounts can be permitted; `read_only` is the type of a unified key. */
export const SUB_KEY_PERMISSIONS: Readonly<Record<AccountKind, readonly string[]>> = {
  classic: [
    ...["read", "spot_trade", "margin_trade", "contract_trade"],
    ...["contract_position", "transfer", "withdraw"],
  ],
  unified: ["uta_trade", "uta_mgt", "p2p", "withdraw", "read_only"],
};

type Row = Readonly<Record<string, string>>;

export async function loadSubAccounts(kind: AccountKind): Promise<readonly SubAccount[]> {
  if (kind === "unified") {
    const { list } = await get<{ readonly list: readonly Row[] }>("/api/v3/user/sub-list");
    return list.map((row) => ({
      ...{ uid: row["subUid"] ?? "", name: row["username"] ?? "", status: row["status"] ?? "" },
      kind: row["accountMode"] === "CLASSIC" ? "classic" : "unified",
    }));
  }
  const { subAccountList } = await get<{ readonly subAccountList: readonly Row[] }>(
    "/api/v2/user/virtual-subaccount-list",
  );
  return subAccountList.map((row) => ({
    ...{ uid: row["subAccountUid"] ?? "", name: row["subAccountName"] ?? "" },
    ...{ status: row["status"] ?? "", kind: "classic" },
  }));
}

/** Creates a sub-account of the same kind. Rejects where the name is taken. */
export async function createSubAccount(kind: AccountKind, name: string): Promise<void> {
  if (kind === "unified") {
    await post("/api/v3/user/create-sub", { username: name, accountMode: "unified" });
    return;
  }
  const { successList } = await post<{ readonly successList: readonly unknown[] }>(
    "/api/v2/user/create-virtual-subaccount",
    { subAccountList: [name] },
  );
  if (successList.length === 0) throw new Error("The name is taken, or there are too many");
}

export async function loadSubKeys(kind: AccountKind, uid: string): Promise<readonly SubKey[]> {
  if (kind === "unified") {
    type UnifiedRow = Omit<SubKey, "label" | "ipList"> &
      Readonly<{ note: string; ips: readonly string[]; type: string }>;
    const page = await get<{ readonly items: readonly UnifiedRow[] }>("/api/v3/user/sub-api-list", {
      subUid: uid,
    });
    return page.items.map(({ apiKey, ips, note, permissions, type }) => ({
      ...{ apiKey, label: note, ipList: ips },
      permissions: type === "read_only" ? [...permissions, type] : permissions,
    }));
  }
  type ClassicRow = Readonly<{ subAccountApiKey: string; permList: readonly string[] }> &
    Pick<SubKey, "label" | "ipList">;
  const rows = await get<readonly ClassicRow[]>("/api/v2/user/virtual-subaccount-apikey-list", {
    subAccountUid: uid,
  });
  return rows.map(({ ipList, label, permList, subAccountApiKey }) => ({
    ...{ apiKey: subAccountApiKey, label, permissions: permList, ipList },
  }));
}

/** Creates a key of a sub-account with a passphrase that is made here. */
export async function createSubKey(
  kind: AccountKind,
  uid: string,
  terms: KeyTerms,
): Promise<NewKey> {
  const passphrase = crypto.randomUUID().replaceAll("-", "").slice(0, 20);
  const { ipList, label, permissions } = terms;
  if (kind === "unified") {
    const body = {
      ...{ subUid: uid, note: label, passphrase, ips: ipList },
      type: permissions.includes("read_only") ? "read_only" : "read_write",
      permissions: permissions.filter((word) => word !== "read_only"),
    };
    const path = "/api/v3/user/create-sub-api";
    const created = await post<NewKey>(path, body, { isSecret: true });
    return { apiKey: created.apiKey, secret: created.secret, passphrase };
  }
  const created = await post<{ readonly subAccountApiKey: string; readonly secretKey: string }>(
    "/api/v2/user/create-virtual-subaccount-apikey",
    { subAccountUid: uid, label, passphrase, ipList, permList: permissions },
    { isSecret: true },
  );
  return { apiKey: created.subAccountApiKey, secret: created.secretKey, passphrase };
}

/** Deletes a key of a unified sub-account; the interface has no such request for classic ones. */
export async function deleteSubKey(apiKey: string): Promise<void> {
  await post("/api/v3/user/delete-sub-api", { apiKey });
}
