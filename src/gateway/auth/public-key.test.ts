import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readPublicKey } from "./public-key.ts";

const pem = (key: KeyObject): string => key.export({ type: "spki", format: "pem" }).toString();
const rsa = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync("rsa", { modulusLength, publicExponent });

describe("a public key", () => {
  it("of Ed25519, or of RSA with 2048 bits, is accepted with its kind", () => {
    const ed25519 = pem(generateKeyPairSync("ed25519").publicKey);
    expect(readPublicKey(ed25519)).toEqual({ kind: "ed25519", pem: ed25519 });
    const strong = pem(rsa(2048).publicKey);
    expect(readPublicKey(strong)).toEqual({ kind: "rsa", pem: strong });
    expect(readPublicKey(strong.replaceAll("\n", "\r\n").trimEnd())?.pem).toBe(strong);
  });

  const { privateKey, publicKey } = rsa(2048);
  const good = pem(publicKey);

  it.each([
    ["RSA with 1024 bits", pem(rsa(1024).publicKey)],
    ["RSA with the exponent 3", pem(rsa(2048, 3).publicKey)],
    ["RSA for PSS only", pem(generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).publicKey)],
    ["another curve", pem(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey)],
    ["Ed448", pem(generateKeyPairSync("ed448").publicKey)],
    ["X25519", pem(generateKeyPairSync("x25519").publicKey)],
    ["a private key", privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
    ["PKCS #1", publicKey.export({ type: "pkcs1", format: "pem" }).toString()],
    ["text before it", `note\n${good}`],
    ["two keys", good + good],
    ["a key cut short", good.split("\n").toSpliced(2, 1).join("\n")],
    ["no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"],
    ["empty text", ""],
    ["long text", `${good}${" ".repeat(2_000)}`],
  ])("is refused: %s", (_what, text) => {
    expect(readPublicKey(text)).toBeUndefined();
  });
});
