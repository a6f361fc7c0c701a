import type { Endpoint } from "../../http/endpoint.ts";
import { batchCreateSubAccounts } from "./batch-create-sub-accounts.ts";
import { createSubAccountKey } from "./create-sub-account-key.ts";
import { createVirtualSubAccount } from "./create-virtual-sub-account.ts";
import { listSubAccountKeys } from "./list-sub-account-keys.ts";
import { listVirtualSubAccounts } from "./list-virtual-sub-accounts.ts";
import { modifySubAccountKey } from "./modify-sub-account-key.ts";
import { modifyVirtualSubAccount } from "./modify-virtual-sub-account.ts";

export const endpointsUserV2: readonly Endpoint[] = [
  createVirtualSubAccount,
  batchCreateSubAccounts,
  listVirtualSubAccounts,
  modifyVirtualSubAccount,
  createSubAccountKey,
  modifySubAccountKey,
  listSubAccountKeys,
];
