import type { UserRead } from "../../../core/reads/account-reads.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { submitAccepted } from "../shared/submit.ts";
import { keyRow } from "./virtual-sub-account.ts";

/** Checked terms of a key. */
export interface KeyTerms {
  readonly note: string;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
}

/** Issues a key to a sub-account and returns it with its secret. Throws a rejection as its code. */
export async function issueSubAccountKey(
  context: PrivateContext,
  account: UserRead,
  terms: KeyTerms & { readonly passphraseHash: string },
) {
  const key = context.exchange.keyIssuer.newKey({ ...terms, user: account.index });
  await submitAccepted(context, key.command, "v2_spot");
  return { ...keyRow(account, key.command), secretKey: key.secret };
}
