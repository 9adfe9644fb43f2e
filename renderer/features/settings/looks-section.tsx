/** How the window looks, how often it synchronises by itself, and what it does on the desktop. */
import { SegmentedControl, Switch } from "@mantine/core";
import { type ReactElement, useId } from "react";
import type { Settings } from "#contract/settings.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";
import { SyncInterval } from "./sync-interval.tsx";

export function LooksSection(): ReactElement | undefined {
  const settings = useFleetdesk((state) => state.settings);
  const change = useFleetdesk((state) => state.changeSettings);
  if (settings === undefined) return undefined;
  return (
    <div className={classes["column"]}>
      <Panel title="Looks">
        <Choice<Settings["theme"]>
          choices={[
            { value: "system", label: "As the system" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
          label="Theme"
          onChange={(theme) => void change({ theme })}
          value={settings.theme}
        />
        <Choice<Settings["density"]>
          choices={[
            { value: "compact", label: "Compact" },
            { value: "comfortable", label: "Comfortable" },
          ]}
          label="Rows of lists"
          onChange={(density) => void change({ density })}
          value={settings.density}
        />
      </Panel>
      <Panel title="Synchronising">
        <SyncInterval
          minutes={settings.syncEveryMinutes}
          onChange={(syncEveryMinutes) => void change({ syncEveryMinutes })}
        />
      </Panel>
      <Panel title="Desktop">
        <Choice<Settings["whenClosed"]>
          choices={[
            { value: "quit", label: "Quit" },
            { value: "stay", label: "Stay in the panel" },
          ]}
          label="When the window is closed"
          onChange={(whenClosed) => void change({ whenClosed })}
          value={settings.whenClosed}
        />
        <Switch
          checked={settings.notify}
          description="When one has finished, has paused by itself or needs a decision, and the window is not in front."
          label="Tell about campaigns on the desktop"
          onChange={({ currentTarget }) => void change({ notify: currentTarget.checked })}
        />
      </Panel>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>): ReactElement {
  const id = useId();
  return (
    <div className={classes["row"]}>
      <span id={id}>{label}</span>
      <SegmentedControl<T> aria-labelledby={id} data={[...choices]} onChange={onChange} value={value} />
    </div>
  );
}
