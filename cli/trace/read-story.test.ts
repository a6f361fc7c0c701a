/** What a trace says of the senders of commands, also where no exchange would write such a journal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ByteWriter } from "../../src/core/base/bytes.ts";
import type { Command, CommandDraft } from "../../src/core/commands/commands.ts";
import { keyPrefixOf, keyStartOf } from "../../src/gateway/auth/api-keys.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { beginPayload } from "../../src/journal/state-machine.ts";
import { CORE_CODEC } from "../../src/main/core-machine.ts";
import type { Chapter } from "../../src/main/trace/story.ts";
import { readStory } from "./read-story.ts";
import { chapterLines } from "./trace-command.ts";

/** The first ordinary users: a main account, its sub-account, and an agent. */
const [MAIN, SUB, AGENT] = [2, 3, 4] as const;
const STRANGER = 5;
/** Two keys that begin alike, and others. */
const ALIKE = [`bg_0badcafe${"1".repeat(24)}`, `bg_0badcafe${"2".repeat(24)}`] as const;
const MAIN_KEY = `bg_00000001${"3".repeat(24)}`;
const SUB_KEY = `bg_fedcba98${"4".repeat(24)}`;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-senders-"));
const directories = { journal: join(dataDir, "journal"), snapshots: join(dataDir, "snapshots") };
afterAll(() => rmSync(dataDir, { recursive: true }));

function user(name: string, parent = 0): CommandDraft {
  const terms = { accountKind: "classic", realm: "live", name, openOrdersMax: 0 } as const;
  return { kind: "create_user", ...terms, parent: parent === 0 ? 0 : parent + 1 };
}

function key(owner: number, apiKey: string): CommandDraft {
  const secrets = { sealedSecret: new Uint8Array(0), passphraseHash: "", keyKind: "hmac" } as const;
  const rest = { permissions: "", ipList: "", note: "" };
  return { kind: "create_key", user: owner, apiKey, ...secrets, ...rest };
}

/** A cancellation, which is refused; the trace shows refused commands too. */
function cancel(owner: number, apiKey?: string): CommandDraft {
  const origin = { requestId: "r-1", act: undefined };
  const keyed = apiKey === undefined ? origin : { ...origin, keyPrefix: keyPrefixOf(apiKey) };
  return { kind: "cancel_order", user: owner, orderId: 0, clientOrderId: "none", origin: keyed };
}

async function write(drafts: readonly CommandDraft[], firstSeq: number): Promise<void> {
  const log = new FileCommandLog({ directory: directories.journal, segmentBytes: 64 * 1024 });
  const { epoch } = await log.open();
  const writer = new ByteWriter();
  beginPayload(CORE_CODEC, writer);
  for (const [index, draft] of drafts.entries()) {
    CORE_CODEC.encode({ ...draft, seq: firstSeq + index, timeMs: 1_000 } as Command, writer);
  }
  const payload = writer.bytes();
  await log.append(firstSeq, epoch, { firstSeq, count: drafts.length, timeMs: 1_000, payload });
  await log.close();
}

const SETTING: readonly CommandDraft[] = [
  ...[user("main"), user("sub", MAIN), user("agent-1"), user("stranger")],
  ...[key(MAIN, ALIKE[0]), key(MAIN, ALIKE[1]), key(MAIN, MAIN_KEY), key(SUB, SUB_KEY)],
  // A key of another user that begins as one of the main account.
  key(STRANGER, `bg_00000001${"5".repeat(24)}`),
];

const COMMANDS = {
  "of a user is of the user's own key": [cancel(MAIN, MAIN_KEY), "key", MAIN_KEY],
  "for a sub-account may be of the main account's key": [cancel(SUB, MAIN_KEY), "key", MAIN_KEY],
  "of a sub-account is of its key": [cancel(SUB, SUB_KEY), "key", SUB_KEY],
  "of keys that begin alike names both": [cancel(MAIN, ALIKE[0]), "key", ALIKE.join(" or ")],
  "of an unknown key names its beginning": [
    ...[cancel(MAIN, "bg_0000000a"), "key", `${keyStartOf(10)}…`],
  ],
  "from before keys were recorded says so": [cancel(MAIN), "unrecorded_key", ""],
  "of an agent says so": [{ ...cancel(AGENT), origin: undefined }, "agent", ""],
  "of the exchange says so": [{ kind: "tick" }, "exchange", ""],
  "that deletes a key may be signed by it": [
    {
      ...{ kind: "delete_key", user: SUB, apiKey: SUB_KEY },
      origin: { requestId: "r-2", keyPrefix: keyPrefixOf(SUB_KEY), act: undefined },
    },
    ...["key", SUB_KEY],
  ],
  "that came before the deletion of its key was applied names it in full": [
    ...[cancel(SUB, SUB_KEY), "key", SUB_KEY],
  ],
} as unknown as Readonly<Record<string, readonly [CommandDraft, string, string]>>;

beforeAll(() => write([...SETTING, ...Object.values(COMMANDS).map(([draft]) => draft)], 1));

async function chapterAt(seq: number): Promise<Chapter | undefined> {
  for await (const chapter of readStory(directories, { kind: "seq", seq }, { onProgress() {} })) {
    return chapter;
  }
  return undefined;
}

it.for(Object.entries(COMMANDS).map(([name, row], index) => ({ name, row, index })))(
  "a command $name",
  async ({ index, row: [{ kind }, sender, apiKey] }) => {
    const chapter = await chapterAt(SETTING.length + index + 1);
    expect(chapter).toMatchObject({ command: kind, sender, apiKey });
    const [head] = chapter === undefined ? [] : chapterLines(chapter);
    expect(head).toContain(apiKey === "" ? "key=none (" : `key=${apiKey}`);
  },
);
