/** Amount of a Lightning invoice (BOLT 11): the part of its prefix that names an amount. */

const INVOICE = /^ln(?:bc|tb|bcrt)(\d{1,12})([munp]?)1[02-9ac-hj-np-z]{6,}$/;
const ATOMS_PER_BITCOIN = 100_000_000n;

/** Invoices name amounts in fractions of a bitcoin; the smallest is a tenth of a millisatoshi. */
const DIVISORS: Readonly<Record<string, bigint>> = {
  "": 1n,
  m: 1_000n,
  u: 1_000_000n,
  n: 1_000_000_000n,
  p: 1_000_000_000_000n,
};

/**
 * Returns the amount that an invoice asks for, in hundred-millionths of a bitcoin; `undefined` for
 * a text that is no invoice, states no amount, or asks for a fraction of them.
 */
export function invoiceAmount(invoice: string): bigint | undefined {
  const match = INVOICE.exec(invoice.toLowerCase());
  const divisor = DIVISORS[match?.[2] ?? ""];
  if (match === null || divisor === undefined) return undefined;
  const scaled = BigInt(match[1] ?? "0") * ATOMS_PER_BITCOIN;
  return scaled > 0n && scaled % divisor === 0n ? scaled / divisor : undefined;
}
