/** Drafts of commands of chains: what a test leaves out has its usual value. */
import type { DraftOf } from "../../src/core/commands/commands.ts";
import { atoms } from "../../src/core/money/units.ts";

/** Terms of an open chain: a fee of one atom, two confirmations, everything unattended. */
export function chainTermsDraft(
  fields: Partial<Omit<DraftOf<"set_chain_terms">, "kind">> & { readonly currency: number },
): DraftOf<"set_chain_terms"> {
  return {
    kind: "set_chain_terms",
    ...{ chain: "MAIN", needsTag: false, isByInvoice: false, isCongested: false },
    ...{ isRechargeable: true, isWithdrawable: true, withdrawFee: atoms(1n), extraFeeE6: 0 },
    ...{ depositConfirmations: 2, withdrawConfirmations: 2, depositMin: atoms(1n) },
    ...{ withdrawMin: atoms(1n), withdrawStep: atoms(0n), withdrawDecimals: 0 },
    ...{ unattendedMax: atoms(1_000_000n), browserUrl: "", contractAddress: "" },
    ...fields,
  };
}
