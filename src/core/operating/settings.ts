/** Keeps settings of the parts outside the core. */
import { SETTING_NAME_LENGTH_MAX, SETTING_VALUE_LENGTH_MAX, SETTINGS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Emit, State } from "../state.ts";

/** Characters of which a name is made: those of paths and words. */
const NAME = /^[\w ./:-]+$/;

/** Emits `setting_changed`, or `command_rejected`. */
export function setSetting(state: State, command: DraftOf<"set_setting">, emit: Emit): void {
  const { name, value } = command;
  const { settings } = state.operating;
  const isNamed = NAME.test(name) && name.length <= SETTING_NAME_LENGTH_MAX;
  const isOneTooMany = value !== "" && !settings.has(name) && settings.size >= SETTINGS_MAX;
  if (!isNamed || isOneTooMany || value.length > SETTING_VALUE_LENGTH_MAX) {
    return rejectCommand(state, 0, "setting_out_of_bounds", emit);
  }
  if (value === "") settings.delete(name);
  else settings.set(name, value);
  emit.write("setting_changed", { name });
}
