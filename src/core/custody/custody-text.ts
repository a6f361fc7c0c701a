/** Texts of deposits and withdrawals, and the event that reports one. */
import { CUSTODY_TEXT_LENGTH_MAX } from "../base/limits.ts";
import type { CustodyNote } from "../base/vocabulary.ts";
import type { Emit } from "../state.ts";

const PRINTABLE = /^[ -~]*$/;
const WITHOUT_SPACES = /^[!-~]*$/;

/** Whether a free text is printable and short enough. */
export function isNote(text: string): boolean {
  return text.length <= CUSTODY_TEXT_LENGTH_MAX && PRINTABLE.test(text);
}

/** Whether an address, tag or transaction id has no spaces and is short enough. */
export function isName(text: string): boolean {
  return text.length <= CUSTODY_TEXT_LENGTH_MAX && WITHOUT_SPACES.test(text);
}

/** Emits `custody_noted` for a text of a record unless it is empty. */
export function emitNote(
  emit: Emit,
  record: { readonly recordId: number; readonly user: number; readonly isDeposit: boolean },
  note: CustodyNote,
  text: string,
): void {
  if (text !== "") emit.write("custody_noted", { ...record, note, text });
}
