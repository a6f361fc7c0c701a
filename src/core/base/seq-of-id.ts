import { IDS_PER_SEQ } from "./limits.ts";

/** Returns the seq of the command that assigned an id. */
export function seqOfId(id: number): number {
  return Math.floor(id / IDS_PER_SEQ);
}
