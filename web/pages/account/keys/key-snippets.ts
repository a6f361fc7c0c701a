/** Programs that use a key on this exchange: they are copied from the page and run unchanged. */
import type { AccountKind } from "../../../state/session.ts";
import type { Realm } from "../../../wire/realm.ts";

/** A key as its creation showed it, and what it is a key of. */
export type SnippetKey = {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  /** Address of the exchange, without a slash at the end. */
  readonly baseUrl: string;
};

export const SNIPPETS = ["ccxt", "bitget-api", "curl"] as const;
export type SnippetName = (typeof SNIPPETS)[number];

/** Parts of the interface that ccxt addresses each by itself. */
const CCXT_SECTIONS = "spot mix user p2p broker margin common tax convert copy earn uta".split(" ");

const WRITERS: Readonly<Record<SnippetName, (key: SnippetKey) => string>> = {
  ccxt: ccxtText,
  "bitget-api": bitgetApiText,
  curl: curlText,
};

/** Returns a program in JavaScript, or a command for a shell, that reads the balance of the key. */
export function snippetText(name: SnippetName, key: SnippetKey): string {
  return WRITERS[name](key);
}

function ccxtText({ accountKind, apiKey, baseUrl, passphrase, realm, secret }: SnippetKey): string {
  const demo = realm === "demo" ? "exchange.enableDemoTrading(true);\n" : "";
  return `import ccxt from "ccxt";

const baseUrl = "${baseUrl}";
const sections = ${JSON.stringify(CCXT_SECTIONS)};
const api = Object.fromEntries(sections.map((section) => [section, baseUrl]));
const exchange = new ccxt.bitget({
  apiKey: "${apiKey}",
  secret: "${secret}",
  password: "${passphrase}",
  urls: { api },
  options: { uta: ${accountKind === "unified"} },
});
${demo}const { total } = await exchange.fetchBalance();
console.log(total);
`;
}

function bitgetApiText(key: SnippetKey): string {
  const isUnified = key.accountKind === "unified";
  const client = isUnified ? "RestClientV3" : "RestClientV2";
  return `import { ${client} } from "bitget-api";

const client = new ${client}({
  apiKey: "${key.apiKey}",
  apiSecret: "${key.secret}",
  apiPass: "${key.passphrase}",
  baseUrl: "${key.baseUrl}",${key.realm === "demo" ? "\n  demoTrading: true," : ""}
});
const { data } = await client.${isUnified ? "getBalances" : "getSpotAccountAssets"}();
console.log(data);
`;
}

function curlText(key: SnippetKey): string {
  const isUnified = key.accountKind === "unified";
  const path = isUnified ? "/api/v3/account/assets" : "/api/v2/spot/account/assets";
  return `timestamp="$(date +%s)000"
sign=$(printf '%s' "\${timestamp}GET${path}" |
  openssl dgst -sha256 -hmac '${key.secret}' -binary | base64)
curl -sS '${key.baseUrl}${path}' \\
  -H 'ACCESS-KEY: ${key.apiKey}' \\
  -H 'ACCESS-PASSPHRASE: ${key.passphrase}' \\
  -H "ACCESS-TIMESTAMP: $timestamp" \\
  -H "ACCESS-SIGN: $sign"${key.realm === "demo" ? " \\\n  -H 'paptrading: 1'" : ""}
`;
}
