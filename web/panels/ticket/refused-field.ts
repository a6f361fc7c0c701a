import type { TicketField } from "./draft-faults.ts";

/** Codes of refusals (docs/errors.md) by the field of the ticket that they are about. */
const CODES: Readonly<Record<TicketField, readonly string[]>> = {
  price: [
    ...["25205", "25206", "25244", "25654", "25655", "40706", "40815", "40816", "40820", "40821"],
    ...["43008", "43009", "45121", "50046", "50047"],
  ],
  size: [
    ...["22038", "25202", "25203", "25207", "25208", "25225", "25230", "25233", "25610", "40754"],
    ...["40757", "40762", "40808", "40921", "43006", "43007", "43012", "45110", "45111", "45112"],
    ...["45120", "45122", "45123", "50016", "50017", "50020"],
  ],
  triggerPrice: ["25222", "40823", "45052"],
  callback: ["40053"],
  takeProfit: ["25585", "40830", "43013"],
  stopLoss: ["25586", "25612", "40917", "43014"],
};

const HALTED: readonly string[] = ["25102", "40308", "41114"];

/** Returns the field that a refusal is about; undefined where it is about none. */
export function refusedField(code: string): TicketField | undefined {
  const found = Object.entries(CODES).find(([, codes]) => codes.includes(code));
  return found?.[0] as TicketField | undefined;
}

/** Whether a refusal says that the market does not take orders now. */
export function isMarketRefusal(code: string): boolean {
  return HALTED.includes(code);
}
