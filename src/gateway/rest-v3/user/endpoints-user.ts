import type { Endpoint } from "../../http/endpoint.ts";
import { createSubAccount } from "./create-sub-account.ts";
import { createSubAccountKey } from "./create-sub-account-key.ts";
import { deleteSubAccountKey } from "./delete-sub-account-key.ts";
import { freezeSubAccount } from "./freeze-sub-account.ts";
import { getSubAccountKeys } from "./get-sub-account-keys.ts";
import { getSubAccounts } from "./get-sub-accounts.ts";
import { updateSubAccountKey } from "./update-sub-account-key.ts";

export const endpointsUserV3: readonly Endpoint[] = [
  createSubAccount,
  freezeSubAccount,
  getSubAccounts,
  createSubAccountKey,
  updateSubAccountKey,
  deleteSubAccountKey,
  getSubAccountKeys,
];
