import { PARAMETER_ERRORS } from "../../../http/parameter-errors.ts";

export const BATCH_MODES = ["single", "multiple"] as const;

interface BatchHead {
  readonly symbol?: string;
  readonly batchMode: (typeof BATCH_MODES)[number];
}

/**
 * Returns the symbol of a batch item: its own, else that of the batch. In mode `single` the two
 * must not differ (40020): the item would change another pair than it names.
 */
export function symbolOfItem(
  { batchMode, symbol }: BatchHead,
  own: string | undefined,
): string | undefined {
  const differs = own !== undefined && symbol !== undefined && own !== symbol;
  if (differs && batchMode === "single") throw PARAMETER_ERRORS.v2.wrong("symbol");
  return own ?? symbol;
}

/** Returns the symbol as `symbolOfItem` does; throws 40019 if neither is given. */
export function requiredSymbol(batch: BatchHead, own: string | undefined): string {
  const name = symbolOfItem(batch, own);
  if (name === undefined) throw PARAMETER_ERRORS.v2.missing("symbol");
  return name;
}
