import { type JSX, Show } from "solid-js";
import { CommandPalette } from "../panels/command-palette/command-palette.tsx";
import { KeysDialog } from "../panels/keys-dialog/keys-dialog.tsx";
import { SettingsDialog } from "../panels/settings-dialog/settings-dialog.tsx";
import { useCommands } from "../state/commands.ts";
import { otherTheme, prefer, preferences } from "../state/preferences.ts";
import { showDialog, shownDialog } from "../state/shown-dialog.ts";

/** Dialogs that every page has, and the commands that open them. */
export function ShellDialogs(): JSX.Element {
  const close = (): void => {
    showDialog(undefined);
  };
  useCommands([
    {
      id: "commands",
      title: "Search for commands and markets",
      key: "Ctrl+K",
      run: () => showDialog("commands"),
    },
    { id: "keys", title: "Show and change keys", key: "?", run: () => showDialog("keys") },
    { id: "settings", title: "Settings", run: () => showDialog("settings") },
    { id: "theme", title: "Switch the theme", run: () => prefer({ theme: otherTheme() }) },
    {
      id: "trading-keys",
      title: "Enable or disable trading keys",
      run: () => prefer({ tradingKeys: !preferences().tradingKeys }),
    },
  ]);
  return (
    <>
      <Show when={shownDialog() === "commands"}>
        <CommandPalette onClose={close} />
      </Show>
      <Show when={shownDialog() === "keys"}>
        <KeysDialog onClose={close} />
      </Show>
      <Show when={shownDialog() === "settings"}>
        <SettingsDialog onClose={close} />
      </Show>
    </>
  );
}
