import type { JSX } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Segments } from "../../parts/segments.tsx";
import {
  type Palette,
  prefer,
  preferences,
  type Theme,
  type UpColour,
} from "../../state/preferences.ts";
import { showDialog } from "../../state/shown-dialog.ts";
import "./settings-dialog.css";

const THEMES: readonly (readonly [Theme, string])[] = [
  ["dark", "Dark"],
  ["light", "Light"],
];
const PALETTES: readonly (readonly [Palette, string])[] = [
  ["standard", "Standard"],
  ["colour-blind", "Colour-blind"],
];

/** Changes the preferences of this browser. */
export function SettingsDialog(props: { readonly onClose: () => void }): JSX.Element {
  const upColours = (): readonly (readonly [UpColour, string])[] =>
    preferences().palette === "standard"
      ? [
          ["green", "Green up, red down"],
          ["red", "Red up, green down"],
        ]
      : [
          ["green", "Blue up, orange down"],
          ["red", "Orange up, blue down"],
        ];
  return (
    <Dialog title="Settings" onClose={props.onClose}>
      <section class="settings" aria-label="Look">
        <h3>Look</h3>
        <Segments
          label="Theme"
          options={THEMES}
          value={preferences().theme}
          onValue={(theme) => prefer({ theme })}
        />
        <Segments
          label="Palette"
          options={PALETTES}
          value={preferences().palette}
          onValue={(palette) => prefer({ palette })}
        />
        <Segments
          label="Colours of prices"
          options={upColours()}
          value={preferences().upColour}
          onValue={(upColour) => prefer({ upColour })}
        />
        <p>
          <span class="up">+1.25% rising</span> · <span class="down">−1.25% falling</span>
        </p>
        <Check
          label="Reduce motion, also where the system does not ask for it"
          checked={preferences().reducedMotion}
          onValue={(reducedMotion) => prefer({ reducedMotion })}
        />
      </section>
      <section class="settings" aria-label="Trading">
        <h3>Trading</h3>
        <Check
          label="Ask before an order is sent"
          checked={!preferences().oneClick}
          onValue={(asks) => prefer({ oneClick: !asks })}
        />
        <p class="quiet">
          {preferences().oneClick
            ? "One-click trading is on: orders are sent at once."
            : "One-click trading is off: each order is shown for confirmation first."}
        </p>
      </section>
      <div class="actions">
        <Button onClick={() => showDialog("keys")}>Keys …</Button>
        <Button look="primary" onClick={() => props.onClose()}>
          Done
        </Button>
      </div>
      <p class="quiet">Settings are kept in this browser.</p>
    </Dialog>
  );
}
