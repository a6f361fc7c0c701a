/** The text of a setting in one of its sources. */
export type SettingText = {
  readonly texts: readonly string[];
  /** The flag, the variable, or file and key that have the text. */
  readonly origin: string;
};
