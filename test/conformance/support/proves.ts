/** What the conformance tests claim to prove: read while they run, and by the coverage page. */

/** Everything claimed in this test file: the client's method, and what served it. */
const claims: { readonly method: string; readonly served: string }[] = [];

/**
 * Says that the surrounding test drives `method` of a real client through each of `served`: an
 * endpoint ("GET /api/v2/public/time"), a channel ("v2 channel books") or a trade operation
 * ("v3 operation place-order"). When the file's exchange closes, endpoints are looked up in its
 * metrics: a claim about an endpoint that never answered with success fails the file.
 */
export function proves(method: string, ...served: readonly string[]): void {
  for (const one of served) claims.push({ method, served: one });
}

/** Takes the endpoints claimed since the last call, once each. */
export function takeClaimedEndpoints(): ReadonlySet<string> {
  const served = claims.splice(0).map((claim) => claim.served);
  return new Set(served.filter((one) => /^(GET|POST) /.test(one)));
}
