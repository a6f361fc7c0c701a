/** Banner that a start on a terminal prints. */
import type { Credentials } from "./credentials.ts";

export type BannerOptions = {
  /** Path of the credentials file; `undefined` when there is none. */
  readonly credentialsPath: string | undefined;
  readonly isEphemeral: boolean;
  /** Whether the operator chose the admin token, and so knows it. */
  readonly isTokenChosen: boolean;
};

/**
 * Returns the banner. It names the credentials file; only where there is none, it contains the
 * secrets, which end with the process.
 */
export function bannerText(credentials: Credentials, options: BannerOptions): string {
  const { admin, baseUrl, users, ws } = credentials;
  const desk = deskUrl(credentials);
  const metrics = admin.url === undefined ? `${baseUrl}/metrics` : `on ${admin.url}`;
  const { credentialsPath, isEphemeral } = options;
  const rows = users.map(
    ({ name, uid, apiKey }) => `  ${name.padEnd(13)} uid ${uid}  key ${apiKey}`,
  );
  return [
    "",
    "Bourse is up",
    "",
    `  terminal       ${baseUrl}/${desk === undefined ? "" : `   desk ${desk}`}`,
    `  REST and docs  ${baseUrl}   ${baseUrl}/docs`,
    `  WebSocket      ${ws.v2Public}  ${ws.v3Private} …`,
    `  health         ${baseUrl}/health/ready   metrics ${metrics}`,
    "",
    ...rows,
    ...(credentialsPath === undefined
      ? secretRows(credentials, options)
      : [`  secrets and admin token: ${credentialsPath}`]),
    "",
    ...(credentialsPath === undefined ? [] : clientRows(credentialsPath)),
    isEphemeral
      ? "  Ctrl+C ends it; nothing is kept (--ephemeral)."
      : "  Ctrl+C ends it; everything acknowledged is kept.",
    "",
  ].join("\n");
}

/** URL of the operator's desk; `undefined` on a socket, which browsers do not open. */
function deskUrl({ admin, baseUrl }: Credentials): string | undefined {
  const url = admin.url ?? baseUrl;
  return url.startsWith("unix:") ? undefined : `${url}/desk`;
}

function secretRows(
  { admin, users }: Credentials,
  { isTokenChosen }: BannerOptions,
): readonly string[] {
  return [
    "",
    ...users.map(
      ({ name, passphrase, secret }) =>
        `  ${name.padEnd(13)} secret ${secret}  passphrase ${passphrase}`,
    ),
    ...(isTokenChosen ? [] : [`  admin token   ${admin.token}`]),
  ];
}

function clientRows(credentialsPath: string): readonly string[] {
  const readRows = [
    "    import { readFileSync } from 'node:fs';",
    `    const file = ${JSON.stringify(credentialsPath)};`,
    "    const { baseUrl, users: [user] } = JSON.parse(readFileSync(file, 'utf8'));",
  ];
  return [
    "  ccxt",
    "",
    "    import ccxt from 'ccxt';",
    ...readRows,
    "    const api = {};",
    "    for (const part of ['spot','mix','user','p2p','broker','margin','common','tax',",
    "      'convert','copy','earn','uta']) api[part] = baseUrl;",
    "    const exchange = new ccxt.bitget({ urls: { api },",
    "      apiKey: user.apiKey, secret: user.secret, password: user.passphrase });",
    "    console.log(await exchange.fetchTicker('BTC/USDT'));",
    "",
    "  bitget-api",
    "",
    "    import { RestClientV2 } from 'bitget-api';",
    ...readRows,
    "    const client = new RestClientV2({ baseUrl, apiKey: user.apiKey,",
    "      apiSecret: user.secret, apiPass: user.passphrase });",
    "    console.log(await client.getSpotTicker({ symbol: 'BTCUSDT' }));",
    "",
  ];
}
