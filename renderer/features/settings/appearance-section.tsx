/** Settings: appearance, automatic sync, desktop integration, newer versions. */
import { t } from "#shared/texts/text.ts";
import { Select, Switch, SegmentedControl, Button } from "@mantine/core";
import { type ReactElement, useMemo, useId } from "react";
import type { Settings } from "#shared/contract/settings.ts";
import { formatDateTime } from "#shared/format.ts";
import { localZone } from "#shared/zone-time.ts";
import type { Update } from "#shared/contract/updates.ts";
import { changeSettings as change, useSettings } from "../../data/settings.ts";
import { Panel } from "../../ui/panel.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./settings.module.css";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { useFleetData } from "../../data/fleet-query.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { checkForUpdates, installUpdate } from "./settings-actions.ts";

export function AppearanceSection(): ReactElement | undefined {
  const settings = useSettings((all) => all);
  if (settings === undefined) return undefined;
  return (
    <div className={classes["column"]}>
      <Panel title={t(($) => $.settings.general.appearance)}>
        <Choice<Settings["theme"]>
          choices={[
            { value: "system", label: t(($) => $.settings.general.themeSystem) },
            { value: "light", label: t(($) => $.settings.general.themeLight) },
            { value: "dark", label: t(($) => $.settings.general.themeDark) },
          ]}
          label={t(($) => $.settings.general.theme)}
          onChange={(theme) => void change({ theme })}
          value={settings.theme}
        />
        <Choice<Settings["density"]>
          choices={[
            { value: "compact", label: t(($) => $.settings.general.densityCompact) },
            { value: "comfortable", label: t(($) => $.settings.general.densityComfortable) },
          ]}
          label={t(($) => $.settings.general.density)}
          onChange={(density) => void change({ density })}
          value={settings.density}
        />
      </Panel>
      <TimePanel settings={settings} />
      <Panel title={t(($) => $.settings.sync.title)}>
        <Choice<Settings["sync"]>
          choices={[
            { value: "automatic", label: t(($) => $.settings.sync.automatic) },
            { value: "manual", label: t(($) => $.settings.sync.manual) },
          ]}
          label={t(($) => $.settings.sync.mode)}
          onChange={(sync) => void change({ sync })}
          value={settings.sync}
        />
        <p className="muted">{t(($) => $.settings.sync.help)}</p>
      </Panel>
      <Panel title={t(($) => $.settings.general.desktop)}>
        <Choice<Settings["whenClosed"]>
          choices={[
            { value: "quit", label: t(($) => $.settings.general.closeQuit) },
            { value: "stay", label: t(($) => $.settings.general.closeStay) },
          ]}
          label={t(($) => $.settings.general.close)}
          onChange={(whenClosed) => void change({ whenClosed })}
          value={settings.whenClosed}
        />
        <Switch
          checked={settings.notify}
          description={t(($) => $.settings.general.notifyHelp)}
          label={t(($) => $.settings.general.notify)}
          onChange={({ currentTarget }) => void change({ notify: currentTarget.checked })}
        />
      </Panel>
      <UpdatesPanel />
    </div>
  );
}

/** The clock and the time zone of all displayed and entered times, with the present time as an example. */
function TimePanel({ settings }: { readonly settings: Settings }): ReactElement {
  const now = useNow();
  const zones = useMemo(() => {
    const names = Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC");
    return [
      { value: "", label: t(($) => $.settings.time.system, { zone: localZone() }) },
      ...["UTC", ...names].map((name) => ({ value: name, label: name })),
    ];
  }, []);
  return (
    <Panel title={t(($) => $.settings.time.title)}>
      <Choice<Settings["clock"]>
        choices={[
          { value: "24h", label: t(($) => $.settings.time.hours24) },
          { value: "12h", label: t(($) => $.settings.time.hours12) },
        ]}
        label={t(($) => $.settings.time.clock)}
        onChange={(clock) => void change({ clock })}
        value={settings.clock}
      />
      <Select
        allowDeselect={false}
        data={zones}
        description={t(($) => $.settings.time.zoneHelp)}
        label={t(($) => $.settings.time.zone)}
        onChange={(timeZone) => void change({ timeZone: timeZone ?? "" })}
        searchable
        value={settings.timeZone}
      />
      <p className="muted">{t(($) => $.settings.time.example, { time: formatDateTime(now) })}</p>
    </Panel>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** One of a few values, with its label at the left. */
function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>): ReactElement {
  const id = useId();
  return (
    <div className={classes["row"]}>
      <span id={id}>{label}</span>
      <SegmentedControl<T> aria-labelledby={id} data={[...choices]} onChange={onChange} value={value} />
    </div>
  );
}

/** Updates: the channel, the newer version, and how it is installed. Renders nothing in a build without updates. */
function UpdatesPanel(): ReactElement | undefined {
  const settings = useSettings((all) => all);
  const update = useFleetData("updates.get", {});
  const check = useActionCall(checkForUpdates, {});
  const install = useActionCall(installUpdate, {});
  if (settings === undefined || update === undefined || update.state === "no-feed") return undefined;
  const failure = install.failure ?? check.failure;
  return (
    <Panel title={t(($) => $.settings.updates.title)}>
      <Choice<Settings["updates"]>
        choices={[
          { value: "stable", label: t(($) => $.settings.updates.stable) },
          { value: "beta", label: t(($) => $.settings.updates.beta) },
          { value: "off", label: t(($) => $.common.off) },
        ]}
        label={t(($) => $.settings.updates.channel)}
        onChange={(updates) => void change({ updates })}
        value={settings.updates}
      />
      <p>{describeUpdate(update)}</p>
      <FailureCallout failure={failure} />
      {update.state === "off" ? undefined : (
        <div className={classes["actions"]}>
          <Button loading={check.busy} onClick={() => void check.run({})}>
            {t(($) => $.settings.updates.check)}
          </Button>
          {update.state === "available" && update.inPlace ? (
            <Button loading={install.busy} onClick={() => void install.run({})} variant="filled">
              {t(($) => $.settings.updates.install, { version: update.version ?? "" })}
            </Button>
          ) : undefined}
        </div>
      )}
    </Panel>
  );
}

function describeUpdate({ state, current, version = "", checkedAt, inPlace }: Update): string {
  switch (state) {
    case "available":
      return inPlace
        ? t(($) => $.settings.updates.available, { version, current })
        : t(($) => $.settings.updates.availableElsewhere, { version, current });
    case "latest":
      return t(($) => $.settings.updates.latest, {
        current,
        at: checkedAt === undefined ? "" : formatDateTime(checkedAt),
      });
    case "off":
      return t(($) => $.settings.updates.off, { current });
    default:
      return t(($) => $.settings.updates.unknown, { current });
  }
}
