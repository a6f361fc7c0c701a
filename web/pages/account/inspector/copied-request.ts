/**
 * Requests as programs that send them again: they are copied from the page, and run once the
 * variables API_KEY, API_SECRET and API_PASSPHRASE are set. Anyone who knows the name of a key can
 * cause items of its stream, so every part of a request is quoted.
 */
import type { Realm } from "../../../wire/realm.ts";
import type { SeenFrame } from "./seen-frame.ts";

export type CopiedRequest = Pick<
  SeenFrame,
  "code" | "method" | "query" | "sent" | "status" | "subject"
>;

/** Exchange that a program addresses. */
export type CopyTarget = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly realm: Realm;
};

export const COPY_FORMS = ["curl", "ccxt", "bitget-api", "vitest"] as const;
export type CopyForm = (typeof COPY_FORMS)[number];

const WRITERS: Readonly<
  Record<CopyForm, (request: CopiedRequest, target: CopyTarget) => string | undefined>
> = { curl: curlText, ccxt: ccxtText, "bitget-api": bitgetApiText, vitest: vitestText };

/**
 * Returns a program or command that sends a request again; undefined where the client cannot send
 * it: ccxt knows paths below /api alone, and both clients take JSON alone.
 */
export function copiedText(
  form: CopyForm,
  request: CopiedRequest,
  target: CopyTarget,
): string | undefined {
  return WRITERS[form](request, target);
}

/** Paths that need no key. */
const PUBLIC_PARTS = [
  "(?:(?:spot|mix|margin)/)?(?:public|market)/",
  "earn/loan/public/",
  "margin/currencies$",
  "account/custom-collateral-coins$",
];
const PUBLIC = new RegExp(`^/api/v\\d/(?:${PUBLIC_PARTS.join("|")})`);

function pathOf({ query, subject }: CopiedRequest): string {
  return query === "" ? subject : `${subject}?${query}`;
}

/** Characters that a terminal could take for commands, also inside quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Returns a text as one word of bash. */
export function shellWord(text: string): string {
  if (text.search(CONTROLS) < 0) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replace(/[\\']/g, "\\$&").replace(CONTROLS, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `$'${escaped}'`;
}

/** The variable of a shell that has the body. */
const BODY = "$body";

function curlText(request: CopiedRequest, { baseUrl, realm }: CopyTarget): string {
  const { method, sent, subject } = request;
  const demo = realm === "demo" ? ["-H 'paptrading: 1'"] : [];
  const verb = method === "GET" ? "" : `-X ${shellWord(method)} `;
  const body = sent === "" ? [] : ["-H 'content-type: application/json' --data-raw \"$body\""];
  const assigned = sent === "" ? "" : `body=${shellWord(sent)}\n`;
  if (PUBLIC.test(subject)) {
    const command = `curl -gsS ${verb}${shellWord(baseUrl + pathOf(request))}`;
    return `${assigned}${[command, ...demo, ...body].join(" \\\n  ")}\n`;
  }
  const signed = `\${timestamp}${method.replace(/\W/g, "")}\${path}${sent === "" ? "" : BODY}`;
  const command = [
    `curl -gsS ${verb}"${baseUrl}\${path}"`,
    `-H "ACCESS-KEY: $API_KEY" -H "ACCESS-PASSPHRASE: $API_PASSPHRASE"`,
    `-H "ACCESS-TIMESTAMP: $timestamp" -H "ACCESS-SIGN: $sign"`,
    ...demo,
    ...body,
  ];
  return `path=${shellWord(pathOf(request))}
${assigned}timestamp="$(date +%s)000"
sign=$(printf '%s' "${signed}" |
  openssl dgst -sha256 -hmac "$API_SECRET" -binary | base64)
${command.join(" \\\n  ")}
`;
}

/** Parts of v2 that ccxt addresses by another name than that of their path. */
const CCXT_SECTIONS: Readonly<Record<string, string>> = { account: "spot", public: "common" };

function ccxtText(request: CopiedRequest, { baseUrl, realm }: CopyTarget): string | undefined {
  const { method, subject } = request;
  const [, version, part = ""] = /^\/api\/(v\d)\/([\w-]+)/.exec(subject) ?? [];
  const parameters = parametersOf(request);
  if (version === undefined || parameters === undefined) return undefined;
  const section = version === "v3" ? "uta" : (CCXT_SECTIONS[part] ?? part);
  const access = PUBLIC.test(subject) ? "public" : "private";
  const path = JSON.stringify(subject.slice("/api/".length));
  const demo = realm === "demo" ? "exchange.enableDemoTrading(true);\n" : "";
  return `import ccxt from "ccxt";

const exchange = new ccxt.bitget({
  apiKey: process.env.API_KEY,
  secret: process.env.API_SECRET,
  password: process.env.API_PASSPHRASE,
  urls: { api: { ${JSON.stringify(section)}: ${JSON.stringify(baseUrl)} } },
});
${demo}const api = ${JSON.stringify([access, section])};
const parameters = ${parameters};
console.log(await exchange.request(${path}, api, ${JSON.stringify(method)}, parameters));
`;
}

function bitgetApiText(request: CopiedRequest, { baseUrl, realm }: CopyTarget): string | undefined {
  const { method, subject } = request;
  const parameters = parametersOf(request);
  if (parameters === undefined) return undefined;
  const client = subject.startsWith("/api/v2/") ? "RestClientV2" : "RestClientV3";
  const verb = method === "GET" ? "get" : "post";
  const call = PUBLIC.test(subject) ? verb : `${verb}Private`;
  return `import { ${client} } from "bitget-api";

const client = new ${client}({
  apiKey: process.env.API_KEY,
  apiSecret: process.env.API_SECRET,
  apiPass: process.env.API_PASSPHRASE,
  baseUrl: ${JSON.stringify(baseUrl)},${realm === "demo" ? "\n  demoTrading: true," : ""}
});
const parameters = ${parameters};
console.log(await client.${call}(${JSON.stringify(subject)}, parameters));
`;
}

/**
 * Returns the parameters of a request as JavaScript: a body as it was sent, because numbers could
 * lose digits. Undefined where the body is not JSON.
 */
function parametersOf({ query, sent }: CopiedRequest): string | undefined {
  if (sent === "") return JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
  try {
    JSON.parse(sent);
    return sent.trim();
  } catch {
    return undefined;
  }
}

function vitestText(request: CopiedRequest, { baseUrl, realm }: CopyTarget): string {
  const { code, method, sent, status, subject } = request;
  const title = `${method} ${subject} is answered with ${code === "" ? status : code}`;
  const headers = [
    ...(realm === "demo" ? [`paptrading: "1",`] : []),
    ...(sent === "" ? [] : [`"content-type": "application/json",`]),
    ...(PUBLIC.test(subject) ? [] : KEY_HEADERS),
  ];
  const body = sent === "" ? "" : ", body";
  return `import { createHmac } from "node:crypto";
import { expect, it } from "vitest";

const { API_KEY = "", API_SECRET = "", API_PASSPHRASE = "" } = process.env;

it(${JSON.stringify(title)}, async () => {
  const method = ${JSON.stringify(method)};
  const path = ${JSON.stringify(pathOf(request))};
  const body = ${JSON.stringify(sent)};
  const timestamp = String(Date.now());
  const signed = timestamp + method + path + body;
  const signature = createHmac("sha256", API_SECRET).update(signed).digest("base64");
  const headers = {
${headers.map((line) => `    ${line}\n`).join("")}  };
  const response = await fetch(${JSON.stringify(baseUrl)} + path, { method, headers${body} });
  expect(response.status).toBe(${status});
  expect(await response.json()).toMatchObject({ code: ${JSON.stringify(code)} });
});
`;
}

const KEY_HEADERS = [
  `"ACCESS-KEY": API_KEY,`,
  `"ACCESS-PASSPHRASE": API_PASSPHRASE,`,
  `"ACCESS-SIGN": signature,`,
  `"ACCESS-TIMESTAMP": timestamp,`,
];
