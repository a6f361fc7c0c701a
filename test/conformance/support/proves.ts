/** What the conformance tests claim to prove: read while they run, and by the coverage page. */

/** Everything claimed in this test file: the client's method, and what served it. */
const claims: { readonly method: string; readonly served: string }[] = [];
/** Everything that this test file says is refused. */
const refusals: typeof claims = [];

/**
 * Says that the surrounding test drives `method` of a real client through each of `served`: an
 * endpoint ("GET /api/v2/public/time"), a channel ("v2 channel books") or a trade operation
 * ("v3 operation place-order"). When the file's exchange closes, endpoints are looked up in its
 * metrics: a claim about an endpoint that never answered with success fails the file.
 */
export function proves(method: string, ...served: readonly string[]): void {
  for (const one of served) claims.push({ method, served: one });
}

/**
 * Says that the surrounding test drives `method` through each of `served`, and that the exchange
 * refuses it there with a code: because ccxt sends something else than its caller asks for, or
 * because the endpoint is not for this kind of account.
 */
export function provesRefusal(method: string, ...served: readonly string[]): void {
  for (const one of served) refusals.push({ method, served: one });
}

function takeEndpoints(from: typeof claims): ReadonlySet<string> {
  const served = from.splice(0).map((claim) => claim.served);
  return new Set(served.filter((one) => /^(GET|POST) /.test(one)));
}

/** Takes the endpoints claimed since the last call, once each. */
export function takeClaimedEndpoints(): ReadonlySet<string> {
  return takeEndpoints(claims);
}

/** Takes the endpoints that are claimed to have refused since the last call, once each. */
export function takeRefusingEndpoints(): ReadonlySet<string> {
  return takeEndpoints(refusals);
}
