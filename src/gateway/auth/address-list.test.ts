import { describe, expect, it } from "vitest";
import { AddressList, isAddressEntry, isEntryWithin } from "./address-list.ts";

const MALFORMED = [
  "",
  " ",
  "10.1.2.3/",
  "10.1.2.3/0",
  "10.1.2.3/33",
  "10.1.2.3/-1",
  "10.1.2.3/08",
  "10.1.2.3/+8",
  "10.1.2.3/0x8",
  "10.1.2.3/1e1",
  "10.1.2.3/8.0",
  "10.1.2.3/ 8",
  "10.1.2.3/8/8",
  "10.1.2.3//",
  " 10.1.2.3",
  "10.1.2.3 ",
  "10.1.2.3\n",
  "10.1.2",
  "010.1.2.3",
  "10.1.2.3,0.0.0.0/0",
  "localhost",
  "*",
  "/0",
  "/",
  "2001:db8::/",
  "2001:db8::/0",
  "2001:db8::/129",
  "2001:db8::/032",
  "fe80::1%eth0",
  "::ffff:10.1.2.3/95",
  "::ffff:10.1.2.3/96",
  "::ffff:10.1.2.3/8",
];

const CLIENTS = ["10.1.2.3", "0.0.0.0", "127.0.0.1", "8.8.8.8", "::1", "2001:db8::1", "fe80::1"];

describe("a list of addresses", () => {
  it.each(MALFORMED)("admits no address by the malformed entry %j", (entry) => {
    expect(isAddressEntry(entry)).toBe(false);
    const list = new AddressList([entry]);
    for (const client of CLIENTS) expect(list.admits(client)).toBe(false);
  });

  it.each([
    ["10.1.2.3", ["10.1.2.3", "::ffff:10.1.2.3", "::ffff:a01:203"], ["10.1.2.4", "::10.1.2.3"]],
    ["10.1.2.3/32", ["10.1.2.3"], ["10.1.2.2"]],
    ["10.1.2.3/24", ["10.1.2.0", "10.1.2.255", "::ffff:10.1.2.9"], ["10.1.3.0"]],
    ["0.0.0.0/0", ["10.1.2.3", "255.255.255.255", "::ffff:1.2.3.4"], ["::1", "2001:db8::1"]],
    ["::/0", ["::1", "2001:db8::1"], ["10.1.2.3", "::ffff:10.1.2.3"]],
    ["::/64", ["::1"], ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1"]],
    ["2001:DB8::/33", ["2001:db8::5"], ["2001:db8:8000::1", "10.1.2.3"]],
    ["2001:db8::5", ["2001:db8:0:0::5"], ["2001:db8::6"]],
    ["::ffff:10.1.2.3", ["10.1.2.3", "::ffff:10.1.2.3"], ["10.1.2.4"]],
    ["::FFFF:a01:200/120", ["10.1.2.0", "10.1.2.255"], ["10.1.3.0", "::1"]],
    ["::ffff:0.0.0.0/96", ["10.1.2.3"], ["::1"]],
  ] as const)("admits by %s exactly what it contains", (entry, inside, outside) => {
    expect(isAddressEntry(entry)).toBe(true);
    const list = new AddressList([entry]);
    expect(inside.filter((client) => !list.admits(client))).toEqual([]);
    expect(outside.filter((client) => list.admits(client))).toEqual([]);
  });

  it.each(["", "unknown", "10.1.2.3:8080", "fe80::1%eth0"])("never admits %j", (client) => {
    expect(new AddressList(["0.0.0.0/0", "::/0"]).admits(client)).toBe(false);
  });

  it("keeps the well-formed entries beside a malformed one", () => {
    const list = new AddressList(["10.1.2.3/", "192.168.0.0/16"]);
    expect([list.admits("10.1.2.3"), list.admits("192.168.7.7")]).toEqual([false, true]);
  });
});

describe("an entry lies within ranges", () => {
  it.each([
    ["10.1.2.3", ["10.1.2.3"]],
    ["10.1.2.3/32", ["10.9.9.9", "10.1.2.0/24"]],
    ["10.1.2.0/25", ["10.1.2.0/24"]],
    ["10.1.2.77/25", ["10.1.2.200/24"]],
    ["10.0.0.0/8", ["0.0.0.0/0"]],
    ["0.0.0.0/0", ["0.0.0.0/0"]],
    ["::ffff:10.1.2.3", ["10.1.2.0/24"]],
    ["10.1.2.0/25", ["::ffff:10.1.2.0/120"]],
    ["2001:db8::/64", ["2001:DB8::/33"]],
  ])("%s within %j", (entry, ranges) => {
    expect(isEntryWithin(entry, ranges)).toBe(true);
  });

  it.each([
    ["10.1.2.3", []],
    ["10.1.2.3", ["10.1.2.4"]],
    ["10.1.2.0/23", ["10.1.2.0/24"]],
    ["10.1.2.0/24", ["10.1.2.0"]],
    ["10.1.3.0/25", ["10.1.2.0/24"]],
    // Both halves are allowed, yet no entry contains the whole.
    ["10.1.2.0/24", ["10.1.2.0/25", "10.1.2.128/25"]],
    ["0.0.0.0/0", ["::/0"]],
    ["::/0", ["0.0.0.0/0"]],
    ["10.1.2.3", ["::/0"]],
    ["10.1.2", ["0.0.0.0/0"]],
    ["10.1.2.3", ["10.1.2.3/0"]],
  ])("%s not within %j", (entry, ranges) => {
    expect(isEntryWithin(entry, ranges)).toBe(false);
  });
});
