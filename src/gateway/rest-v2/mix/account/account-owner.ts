import type { AccountOwner } from "../../../../wire/v2/balance-rows.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";

export function accountOwner({ principal, realm }: PrivateContext): AccountOwner {
  return { user: principal.userIndex, realm };
}
