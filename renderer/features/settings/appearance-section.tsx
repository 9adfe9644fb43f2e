/** Settings: appearance, automatic sync, desktop integration. */
import { t } from "#shared/texts/text.ts";
import { Select, Switch } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import type { Settings } from "#shared/contract/settings.ts";
import { formatDateTime } from "#shared/format.ts";
import { localZone } from "#shared/zone-time.ts";
import { changeSettings as change, useSettings } from "../../data/settings.ts";
import { Panel } from "../../ui/panel.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Choice } from "./choice.tsx";
import classes from "./settings.module.css";
import { UpdatesPanel } from "./updates-panel.tsx";

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
