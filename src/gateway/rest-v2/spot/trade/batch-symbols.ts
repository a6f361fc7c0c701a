import { PARAMETER_ERRORS } from "../../../http/parameter-errors.ts";

export const BATCH_MODES = ["single", "multiple"] as const;

/** Returns the symbol of a batch item: its own in mode `multiple`, else that of the batch. */
export function symbolOfItem(
  batch: { readonly symbol?: string; readonly batchMode: (typeof BATCH_MODES)[number] },
  item: { readonly symbol?: string },
): string {
  const name = batch.batchMode === "multiple" ? (item.symbol ?? batch.symbol) : batch.symbol;
  if (name === undefined) throw PARAMETER_ERRORS.v2.missing("symbol");
  return name;
}
