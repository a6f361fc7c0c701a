/** Writes what changed the access to accounts and their modes. */
import { idText } from "../../core/base/id-text.ts";
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import type { KeyChange } from "../../core/base/vocabulary.ts";
import { isSession } from "../../core/base/word-traits.ts";
import { FREEZE_KINDS } from "../../core/commands/access-commands.ts";
import type { CoreEvent, EventOf } from "../../core/events/events.ts";
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { ACTIVITIES, type ActivityKind, type ActivityRow } from "./activity-table.ts";
import { decoded } from "./decoded-event.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

/** Kinds of changes of API keys and of sessions. */
const KEY_KINDS: Readonly<Record<KeyChange, ActivityKind>> = {
  created: "key_created",
  changed: "key_changed",
  deleted: "key_deleted",
};
const SESSION_KINDS: Readonly<Record<KeyChange, ActivityKind>> = {
  created: "session_opened",
  changed: "key_changed",
  deleted: "session_ended",
};

type Event = Pick<CoreEvent, "seq" | "timeMs"> & { readonly user: number };
type Details = Partial<Pick<ActivityRow, "subject" | "relatedUser" | "detail">>;

export class ActivityWriter {
  readonly #insert: RowWriter<typeof ACTIVITIES.fields>;
  readonly #isRecorded: (user: number) => boolean;
  /** Seq of the command whose rows are written, and their number. */
  #seq = 0;
  #count = 0;

  constructor(store: SqlStore, isRecorded: (user: number) => boolean) {
    this.#insert = rowInserter(store, ACTIVITIES);
    this.#isRecorded = isRecorded;
  }

  /** Records a new sub-account for its main account. */
  userCreated(event: EventOf<"user_created">): void {
    if (event.parent === event.user) return;
    const details = { relatedUser: event.user + 1, detail: event.accountKind };
    this.#add({ ...event, user: event.parent }, "sub_account_created", details);
  }

  /** Records a switch between classic and unified. */
  kindChanged(event: EventOf<"account_kind_changed">): void {
    this.#add(event, "account_kind_changed", { detail: event.accountKind });
  }

  /** Handlers of the other events. */
  handlers() {
    return {
      key_changed: (reader) => {
        const event = decoded(reader, "key_changed");
        const kinds = isSession(event.keyKind) ? SESSION_KINDS : KEY_KINDS;
        this.#add(event, kinds[event.change], { subject: event.apiKey });
      },
      sign_in_changed: (reader) => {
        const { hasCodes, isPasswordNew, ...event } = decoded(reader, "sign_in_changed");
        const detail = [isPasswordNew ? "password" : "", hasCodes ? "codes" : ""];
        this.#add(event, "sign_in_changed", { detail: detail.filter(Boolean).join(",") });
      },
      address_added: (reader) => {
        const event = decoded(reader, "address_added");
        this.#add(event, "address_added", { subject: idText(event.addressId) });
      },
      address_removed: (reader) => {
        const event = decoded(reader, "address_removed");
        this.#add(event, "address_removed", { subject: idText(event.addressId) });
      },
      account_level_changed: (reader) => {
        const event = decoded(reader, "account_level_changed");
        this.#add(event, "account_level_changed", { detail: event.level });
      },
      position_mode_changed: (reader) => {
        const event = decoded(reader, "position_mode_changed");
        const mode = event.isHedge ? "hedge" : "one_way";
        this.#add(event, "position_mode_changed", { detail: `${mode},${event.category}` });
      },
      user_access_changed: (reader) => {
        const event = decoded(reader, "user_access_changed");
        this.#add(event, "access_changed", { detail: event.status });
      },
      user_freezes_changed: (reader) => {
        const event = decoded(reader, "user_freezes_changed");
        const detail = FREEZE_KINDS.filter((name) => event[name]).join(",");
        this.#add(event, "freezes_changed", { detail });
      },
      user_review_changed: (reader) => {
        const event = decoded(reader, "user_review_changed");
        this.#add(event, "review_changed", { detail: event.isHeld ? "held" : "ended" });
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  #add({ seq, timeMs, user }: Event, kind: ActivityKind, details: Details): void {
    this.#count = seq === this.#seq ? this.#count + 1 : 0;
    this.#seq = seq;
    if (!this.#isRecorded(user)) return;
    const id = seq * IDS_PER_SEQ + this.#count;
    const none = { subject: "", relatedUser: 0, detail: "" };
    this.#insert({ ...none, ...details, user, id, kind, createdAtMs: timeMs });
  }
}
