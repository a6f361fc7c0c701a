/** No secret of `credentials.json` appears in what the process of the exchange writes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Credentials } from "../../src/main/credentials.ts";
import { LAUNCH } from "../conformance/support/exchange-process.ts";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { signedHeaders } from "../support/signed-headers.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const TERMINAL = "Object.defineProperty(process.stdout, 'isTTY', { value: true });";
const TOKEN = "chosen-by-the-operator";

const directory = temporaryDirectory("secrets");
afterAll(() => rmSync(directory, { recursive: true }));

type RunOptions = {
  readonly flags: readonly string[];
  readonly isTerminal: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Uses the exchange once it runs. */
  readonly use?: (said: () => string) => Promise<void>;
};

/** Runs the exchange, uses it and stops it; returns everything that it wrote. */
async function outputOf(options: RunOptions): Promise<string> {
  const { environment = {}, flags, isTerminal, use } = options;
  const preloaded = isTerminal ? ["--import", `data:text/javascript,${TERMINAL}`] : [];
  const argv = [...preloaded, ...LAUNCH, "--no-agents", "--port", "0", ...flags];
  const child = spawn(process.execPath, argv, { env: { ...process.env, ...environment } });
  const closed = once(child, "close");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  try {
    await eventually("it runs", () => said.includes("Ctrl+C") || said.includes('"ready"'));
    await use?.(() => said);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await closed).toEqual([0, null]);
  return said;
}

function secretsOf({ admin, users }: Credentials): readonly string[] {
  return [admin.token, ...users.flatMap(({ passphrase, secret }) => [secret, passphrase])];
}

const credentialsAt = (path: string): Credentials =>
  JSON.parse(readFileSync(path, "utf8")) as Credentials;

/** Sends secrets where they belong, where they do not, and broken. */
async function useSecrets(credentials: Credentials): Promise<void> {
  const { baseUrl, users } = credentials;
  const [user] = users;
  if (user === undefined) throw new Error("the exchange has first users");
  expect((await adminRequest(credentials, "GET", "/audit")).status).toBe(200);
  const wrong = { ...credentials, admin: { token: `${credentials.admin.token}x` } };
  expect((await adminRequest(wrong, "GET", "/audit")).status).toBe(401);
  const path = "/api/v2/spot/account/assets";
  const signed = signedHeaders(user, { method: "GET", path, body: "" });
  expect((await fetch(baseUrl + path, { headers: signed })).status).toBe(200);
  const forged = { ...signed, "access-sign": user.secret };
  expect((await fetch(baseUrl + path, { headers: forged })).ok).toBe(false);
  const body = `{"passphrase": "${user.passphrase}", "secret": "${user.secret}`;
  const broken = { method: "POST", headers: signed, body };
  const order = `${baseUrl}/api/v2/spot/trade/place-order?secret=${user.secret}`;
  expect((await fetch(order, broken)).ok).toBe(false);
}

describe("what the exchange writes has no secret", () => {
  it("in a log of every level, also when requests carry secrets", async () => {
    const dataDir = join(directory, "kept");
    const path = join(dataDir, "credentials.json");
    const said = await outputOf({
      flags: ["--data-dir", dataDir, "--log-level", "trace"],
      isTerminal: false,
      use: () => useSecrets(credentialsAt(path)),
    });
    expect(said).toContain(path);
    expect(secretsOf(credentialsAt(path)).filter((secret) => said.includes(secret))).toEqual([]);
  });

  it("in the banner, which names the file", async () => {
    const dataDir = join(directory, "kept");
    const path = join(dataDir, "credentials.json");
    const said = await outputOf({ flags: ["--data-dir", dataDir], isTerminal: true });
    expect(said).toContain(path);
    expect(said).toContain("everything acknowledged is kept");
    expect(secretsOf(credentialsAt(path)).filter((secret) => said.includes(secret))).toEqual([]);
  });

  it.each([true, false])(
    "of an ephemeral exchange with a file, terminal: %s",
    async (isTerminal) => {
      const path = join(directory, `keys-${isTerminal}.json`);
      const flags = ["--ephemeral", "--credentials", path];
      const said = await outputOf({ flags, isTerminal });
      expect(said).toContain(path);
      expect(said).not.toContain("everything acknowledged is kept");
      expect(secretsOf(credentialsAt(path)).filter((secret) => said.includes(secret))).toEqual([]);
    },
  );
});

describe("an ephemeral exchange without a file for its keys", () => {
  it("shows working keys on a terminal, but not a token that the operator chose", async () => {
    const rows = async (environment: Readonly<Record<string, string>>): Promise<string> =>
      outputOf({
        flags: ["--ephemeral"],
        isTerminal: true,
        environment,
        use: async (said) => {
          const [, baseUrl = ""] = /REST and docs +(\S+)/.exec(said()) ?? [];
          const [, apiKey = ""] = /classic +uid \d+ +key (\S+)/.exec(said()) ?? [];
          const [, secret = "", passphrase = ""] =
            /classic +secret (\S+) +passphrase (\S+)/.exec(said()) ?? [];
          const path = "/api/v2/spot/account/assets";
          const signed = { method: "GET", path, body: "" };
          const headers = signedHeaders({ apiKey, secret, passphrase }, signed);
          expect((await fetch(baseUrl + path, { headers })).status).toBe(200);
        },
      });
    const generated = await rows({});
    expect(generated).toMatch(/admin token +[0-9a-f]{48}/);
    expect(generated).toContain("nothing is kept");
    const chosen = await rows({ BOURSE_ADMIN_TOKEN: TOKEN });
    expect(chosen).not.toContain(TOKEN);
    expect(existsSync(join(directory, "credentials.json"))).toBe(false);
  });
});
