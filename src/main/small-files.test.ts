import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createState } from "../core/state.ts";
import { SecretSeal } from "../gateway/auth/sealed-secret.ts";
import type { FileLayer } from "../journal/file-layer.ts";
import { nodeFileLayer } from "../journal/node-file-layer.ts";
import { writeSmallFile } from "../journal/write-small-file.ts";
import { CREDENTIALS_FILE, CredentialsUnreadable, readSecrets } from "./credentials.ts";
import {
  MasterKeyFault,
  masterKeyPath,
  openMasterKey,
  refuseSharedMasterKey,
  tryMasterKey,
} from "./master-key.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "bourse-small-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a small file", () => {
  it("is replaced atomically, readable by its owner only, and not written when unchanged", async () => {
    const path = join(directory, "small");
    await writeSmallFile(nodeFileLayer, path, bytes("one"));
    const { ino } = statSync(path);
    await writeSmallFile(nodeFileLayer, path, bytes("one"));
    expect(statSync(path).ino).toBe(ino);
    await writeSmallFile(nodeFileLayer, path, bytes("two"));
    expect(statSync(path).ino).not.toBe(ino);
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["small"]);
  });

  it("keeps its old bytes when writing fails, and the fault names the file", async () => {
    const path = join(directory, "small");
    await writeSmallFile(nodeFileLayer, path, bytes("one"));
    const failing: FileLayer = {
      ...nodeFileLayer,
      rename: async (_from, to) => {
        throw new Error(`EIO: rename '${to}'`);
      },
    };
    await expect(writeSmallFile(failing, path, bytes("two"))).rejects.toThrow(path);
    expect(readFileSync(path, "utf8")).toBe("one");
    expect(readdirSync(directory)).toEqual(["small"]);
  });
});

describe("credentials that cannot be read", () => {
  const good = { admin: { token: "t" }, users: [] };
  it.each([
    ["0 bytes", ""],
    ["half of it", JSON.stringify(good).slice(0, 12)],
    ["another shape", JSON.stringify({ users: [] })],
    ["a user without a secret", JSON.stringify({ ...good, users: [{ name: "a" }] })],
    ["nothing", "null"],
  ])("are named with what to do: %s", async (_name, content) => {
    const path = join(directory, CREDENTIALS_FILE);
    writeFileSync(path, content);
    const reading = readSecrets(nodeFileLayer, directory);
    await expect(reading).rejects.toThrow(CredentialsUnreadable);
    await expect(reading).rejects.toThrow(`${path} cannot be read: `);
    await expect(reading).rejects.toThrow("restore it from a copy, or remove it");
  });

  it("are distinct from readable or absent ones", async () => {
    expect(await readSecrets(nodeFileLayer, directory)).toBeUndefined();
    writeFileSync(join(directory, CREDENTIALS_FILE), JSON.stringify(good));
    expect(await readSecrets(nodeFileLayer, directory)).toEqual(good);
  });
});

describe("the master key", () => {
  it("is created while the journal is empty, also to replace an empty file, and read back", async () => {
    const path = masterKeyPath(directory);
    writeFileSync(path, "", { mode: 0o600 });
    const created = await openMasterKey(nodeFileLayer, path, true);
    expect(created).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await openMasterKey(nodeFileLayer, path, true)).toEqual(created);
    expect(await openMasterKey(nodeFileLayer, path, false)).toEqual(created);
  });

  it("is not created for a journal that has commands", async () => {
    const path = masterKeyPath(directory);
    const opening = openMasterKey(nodeFileLayer, path, false);
    await expect(opening).rejects.toThrow(`${path} must hold the 32 bytes`);
    await expect(opening).rejects.toThrow("it is absent; restore it from a copy");
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, "short", { mode: 0o600 });
    await expect(openMasterKey(nodeFileLayer, path, true)).rejects.toThrow("it has 5 bytes");
  });

  it("is refused when others may read it", async () => {
    const path = masterKeyPath(directory);
    await openMasterKey(nodeFileLayer, path, true);
    refuseSharedMasterKey(path);
    chmodSync(path, 0o644);
    expect(() => refuseSharedMasterKey(path)).toThrow(MasterKeyFault);
  });

  it("is refused when it opens no sealed secret of the state", () => {
    const [own, other] = [1, 2].map((byte) => new SecretSeal(Buffer.alloc(32, byte)));
    const state = createState();
    if (own === undefined || other === undefined) throw new Error("two seals");
    tryMasterKey(other, state, "/data/master.key");
    const sealedSecret = own.seal("s3cr3t", "bg_a");
    state.keys.set("bg_a", { apiKey: "bg_a", keyKind: "hmac", sealedSecret } as never);
    tryMasterKey(own, state, "/data/master.key");
    expect(() => tryMasterKey(other, state, "/data/master.key")).toThrow(
      /^\/data\/master\.key is not the key of this journal: .*restore/,
    );
  });
});
