import { createSignal } from "solid-js";
import { type AccountKind, session } from "../state/session.ts";
import type { AccountClient } from "./account-client.ts";

const [account, setAccount] = createSignal<AccountClient>();

/** Client of the signed-in account; undefined without a session. */
export { account };

/** The dialects: each loads when an account of its kind signs in. */
const CLIENTS: Readonly<Record<AccountKind, () => Promise<AccountClient>>> = {
  async classic() {
    const { openClassicAccount } = await import("./classic/classic-account.ts");
    return openClassicAccount();
  },
  async unified() {
    const { openUnifiedAccount } = await import("./unified/unified-account.ts");
    return openUnifiedAccount();
  },
};

/** Opens the client of the signed-in account, in the dialect of its kind. */
export async function openAccount(): Promise<void> {
  const kind = session()?.accountKind;
  if (kind !== undefined) setAccount(await CLIENTS[kind]());
}
