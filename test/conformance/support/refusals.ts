/** Returns the code with which the exchange refused a request of bitget-api; 00000 for success. */
export async function codeOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return "00000";
  } catch (thrown) {
    return (thrown as { body: { code: string } }).body.code;
  }
}
