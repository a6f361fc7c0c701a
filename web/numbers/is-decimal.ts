/** Whether a text is a decimal without a sign. */
export function isDecimal(text: string): boolean {
  return /^\d+(\.\d*)?$|^\.\d+$/.test(text);
}
