/** Banner that a start on a terminal prints. */
import type { Credentials } from "./credentials.ts";

/** Returns the banner; names the credentials file when `credentialsPath` is defined. */
export function bannerText(credentials: Credentials, credentialsPath: string | undefined): string {
  const { baseUrl, users, ws } = credentials;
  const rows = users.map(
    ({ name, uid, apiKey }) => `  ${name.padEnd(13)} uid ${uid}  key ${apiKey}`,
  );
  const classic = users[0];
  const credentialRows = credentialsPath === undefined ? [] : [`  all secrets: ${credentialsPath}`];
  return [
    "",
    "Bourse is up",
    "",
    `  REST and docs  ${baseUrl}   ${baseUrl}/docs`,
    `  WebSocket      ${ws.v2Public}  ${ws.v3Private} …`,
    `  health         ${baseUrl}/health/ready   metrics ${baseUrl}/metrics`,
    "",
    ...rows,
    ...credentialRows,
    "",
    "  ccxt",
    "",
    "    import ccxt from 'ccxt';",
    `    const base = '${baseUrl}', api = {};`,
    "    for (const part of ['spot','mix','user','p2p','broker','margin','common','tax',",
    "      'convert','copy','earn','uta']) api[part] = base;",
    "    const exchange = new ccxt.bitget({ urls: { api },",
    `      apiKey: '${classic?.apiKey}',`,
    `      secret: '${classic?.secret}',`,
    `      password: '${classic?.passphrase}' });`,
    "    console.log(await exchange.fetchTicker('BTC/USDT'));",
    "",
    "  bitget-api",
    "",
    "    import { RestClientV2 } from 'bitget-api';",
    `    const client = new RestClientV2({ baseUrl: '${baseUrl}',`,
    `      apiKey: '${classic?.apiKey}',`,
    `      apiSecret: '${classic?.secret}',`,
    `      apiPass: '${classic?.passphrase}' });`,
    "    console.log(await client.getSpotTicker({ symbol: 'BTCUSDT' }));",
    "",
    "  Ctrl+C ends it; everything acknowledged is kept.",
    "",
  ].join("\n");
}
