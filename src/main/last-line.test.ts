import { describe, expect, it } from "vitest";
import { expectOnPage } from "../../test/faults/support/operator-messages.ts";
import { LOG_FAULTS, LogFault } from "../journal/command-log.ts";
import { RECOVERY_FAULTS, RecoveryFault } from "../journal/recovery.ts";
import { FATAL_CODES } from "../sequencer/port.ts";
import { fatalMessage, startFailure, stopFailure } from "./last-line.ts";

const DATA_DIR = "/var/lib/bourse";

function systemFault(code: string): Error {
  return Object.assign(new Error(`${code}: open '${DATA_DIR}/journal'`), { code });
}

describe("the last line", () => {
  it.each(FATAL_CODES)("names the cause when the exchange ends with %s", (code) => {
    const message = fatalMessage({ code, seq: 7, message: `${DATA_DIR}: why`, cause: undefined });
    expect(message.startsWith(`${DATA_DIR}: why`)).toBe(true);
    // The code that creates it includes the advice; the table adds none.
    if (message === `${DATA_DIR}: why`) expect(["clock_jumped", "journal_moved"]).toContain(code);
    else
      expectOnPage(
        { situation: `a fatal fault: ${code}`, exitCode: 70, event: `fatal ${code}`, message },
        DATA_DIR,
      );
  });

  it.each(RECOVERY_FAULTS)("names the journal after a failed start: %s", (code) => {
    const message = startFailure(new RecoveryFault(code, "seq 7: why"), DATA_DIR);
    expect(message).toContain(`the journal in ${DATA_DIR}: seq 7: why`);
    // Its message names the version to start.
    if (code !== "command_format_unknown") expect(message).toMatch(/; \w/);
  });

  it.each(LOG_FAULTS)("names a file once after a failed start: %s", (code) => {
    const message = startFailure(new LogFault(code, `${DATA_DIR}/journal: why`), DATA_DIR);
    expect(message.split(DATA_DIR)).toHaveLength(2);
  });

  it.each(["EACCES", "EIO", "EMFILE", "ENOSPC", "EROFS"])("gives advice at %s", (code) => {
    expect(startFailure(systemFault(code), DATA_DIR)).toMatch(/journal'; \w/);
    const step = `the snapshot, in ${DATA_DIR}`;
    const message = stopFailure(systemFault(code), step);
    expect(message).toMatch(/^the snapshot, in .*; nothing acknowledged is lost; \w/);
  });

  it.each([
    [
      { code: "EADDRINUSE", syscall: "listen", address: "::1", port: 80 },
      "[::1]:80 is used by another program; choose another port with --port",
    ],
    [
      { code: "EACCES", syscall: "listen", address: "::1", port: 80 },
      "port 80 is reserved by the system; choose one above 1023 with --port",
    ],
    [
      { code: "EADDRNOTAVAIL", syscall: "listen", address: "192.0.2.1", port: 80 },
      "192.0.2.1 is not of this machine; choose an address of it with --host",
    ],
    [
      { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "absent.example" },
      "the host name absent.example has no address; choose one of this machine with --host",
    ],
    [
      { code: "ENOENT", syscall: "mkdir", path: "/proc/x" },
      "/proc/x cannot be used: its parent directory does not exist; create it, or choose another",
    ],
    [
      { code: "EACCES", syscall: "mkdir", path: "/venue" },
      "/venue cannot be used: the user of this process has no right to it; give the user",
    ],
  ])("has no bare error of the system after a failed start: %j", (parts, sentence) => {
    const thrown = Object.assign(new Error(`${parts.code}: bare`), parts);
    expect(startFailure(thrown, DATA_DIR)).toContain(sentence);
    expect(startFailure(thrown, DATA_DIR)).not.toContain("bare");
  });

  it("asks for a report after a stop that failed with a defect", () => {
    expect(stopFailure(new Error("why"), "the history")).toContain("report it with this line");
  });
});
