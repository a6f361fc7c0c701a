import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COPY_FORMS, type CopiedRequest, copiedText, shellWord } from "./copied-request.ts";

const TARGET = { baseUrl: "http://a", realm: "live" } as const;
const ORDER: CopiedRequest = {
  ...{ method: "POST", subject: "/api/v3/trade/place-order", query: "" },
  ...{ sent: '{"qty":"1","note":"it\'s"}', status: 400, code: "40762" },
};
const ASSETS: CopiedRequest = {
  ...{ method: "GET", subject: "/api/v2/account/info", query: "coin=USDT" },
  ...{ sent: "", status: 200, code: "00000" },
};
const TICKERS: CopiedRequest = { ...ASSETS, subject: "/api/v3/market/tickers", query: "a=b'c" };

describe("a request copied for curl", () => {
  it("is signed when it is sent, with a secret that it does not have", () => {
    expect(copiedText("curl", ORDER, TARGET)).toBe(
      [
        "path='/api/v3/trade/place-order'",
        `body='{"qty":"1","note":"it'\\''s"}'`,
        'timestamp="$(date +%s)000"',
        `sign=$(printf '%s' "\${timestamp}POST\${path}$body" |`,
        '  openssl dgst -sha256 -hmac "$API_SECRET" -binary | base64)',
        `curl -gsS -X 'POST' "http://a\${path}" \\`,
        '  -H "ACCESS-KEY: $API_KEY" -H "ACCESS-PASSPHRASE: $API_PASSPHRASE" \\',
        '  -H "ACCESS-TIMESTAMP: $timestamp" -H "ACCESS-SIGN: $sign" \\',
        "  -H 'content-type: application/json' --data-raw \"$body\"",
        "",
      ].join("\n"),
    );
  });

  it("needs no key where the path needs none", () => {
    expect(copiedText("curl", TICKERS, TARGET)).toBe(
      "curl -gsS 'http://a/api/v3/market/tickers?a=b'\\''c'\n",
    );
  });

  it.each([
    "'; touch /tmp/x; echo '",
    '$(id) `id` \\ " !',
    "two\nlines\tand é",
    "\u001b[201~\u0003\rid\\'\u0085\u007f",
    "\u0001'$(id)",
  ])("cannot leave its quotes: %j", (text) => {
    const said = execFileSync("bash", ["-c", `printf %s ${shellWord(text)}`], {
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    expect(said.toString()).toBe(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    expect(shellWord(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  });
});

describe("a request copied for ccxt", () => {
  it("is sent by the section that ccxt has for its path", () => {
    const program = copiedText("ccxt", ORDER, TARGET);
    expect(program).toContain('const api = ["private","uta"];');
    expect(program).toContain(`const parameters = ${ORDER.sent};`);
    expect(program).toContain('exchange.request("v3/trade/place-order", api, "POST", parameters)');
    expect(copiedText("ccxt", ASSETS, TARGET)).toContain('["private","spot"]');
    expect(copiedText("ccxt", ASSETS, TARGET)).toContain('{"coin":"USDT"}');
    expect(copiedText("ccxt", TICKERS, TARGET)).toContain('["public","uta"]');
    const time = { ...ASSETS, subject: "/api/v2/public/time" };
    expect(copiedText("ccxt", time, TARGET)).toContain('["public","common"]');
  });

  it("is not offered for paths and bodies that ccxt cannot send", () => {
    const story = { ...ASSETS, subject: "/terminal/v1/story" };
    expect(copiedText("ccxt", story, TARGET)).toBe(undefined);
    const broken = { ...ORDER, sent: '{"qty":1}; process.exit()' };
    expect(copiedText("ccxt", broken, TARGET)).toBe(undefined);
    expect(copiedText("bitget-api", broken, TARGET)).toBe(undefined);
  });
});

describe("a request copied for bitget-api", () => {
  it("is sent by the client of its version", () => {
    const order = copiedText("bitget-api", ORDER, TARGET);
    expect(order).toContain("new RestClientV3({");
    expect(order).toContain('client.postPrivate("/api/v3/trade/place-order", parameters)');
    expect(copiedText("bitget-api", ASSETS, TARGET)).toContain("new RestClientV2({");
    expect(copiedText("bitget-api", TICKERS, TARGET)).toContain(".get(");
  });
});

describe("a request copied as a test", () => {
  it("expects the status and the code that were seen", () => {
    const test = copiedText("vitest", ORDER, TARGET);
    expect(test).toContain('it("POST /api/v3/trade/place-order is answered with 40762"');
    expect(test).toContain(`const body = ${JSON.stringify(ORDER.sent)};`);
    expect(test).toContain("expect(response.status).toBe(400);");
    expect(test).toContain('toMatchObject({ code: "40762" })');
  });
});

it.each(COPY_FORMS)("a copied %s program addresses the realm of the page", (form) => {
  const demo = /paptrading|enableDemoTrading|demoTrading/;
  expect(copiedText(form, ORDER, TARGET)).not.toMatch(demo);
  expect(copiedText(form, ORDER, { ...TARGET, realm: "demo" })).toMatch(demo);
});
