import type { AccountClient } from "../../accounts/account-client.ts";
import { type Instrument, instruments } from "../../state/instruments.ts";
import type { StorySubject } from "../story/story.ts";

/** What every tab gets. */
export type TabProps = {
  readonly client: AccountClient;
  /** Shown market. */
  readonly instrument: Instrument;
  /** Whether the tab shows the records of the shown market alone. */
  readonly isMarketOnly: boolean;
  /** Opens the story of an order, plan or liquidation. */
  readonly onStory: (subject: StorySubject) => void;
};

/** Returns the instrument of a record; undefined if it is no longer listed. */
export function instrumentOf(row: { readonly instrumentKey: string }): Instrument | undefined {
  return instruments().get(row.instrumentKey);
}
