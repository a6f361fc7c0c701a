/** Times of the admin API in the words of the page. */
import { moment } from "../../numbers/format.ts";

/** Returns date and time of an ISO text; a dash for an empty one. */
export function isoMoment(text: string): string {
  return moment(Date.parse(text));
}
