/** Newer versions: the channel, what was found, and how it is installed. Shows nothing in a build without updates. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Settings } from "#shared/contract/settings.ts";
import type { Update } from "#shared/contract/updates.ts";
import { formatDateTime } from "#shared/format.ts";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { useFleetData } from "../../data/fleet-query.ts";
import { changeSettings as change, useSettings } from "../../data/settings.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Choice } from "./choice.tsx";
import classes from "./settings.module.css";
import { checkForUpdates, installUpdate } from "./settings-actions.ts";

export function UpdatesPanel(): ReactElement | undefined {
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
      <p>{describe(update)}</p>
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

function describe({ state, current, version = "", checkedAt, inPlace }: Update): string {
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
