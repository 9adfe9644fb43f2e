/** The connections of this computer: the list at the left, the chosen one at the right. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { emptyDraft } from "./connect-model.ts";
import { ConnectionView } from "./connection-view.tsx";
import classes from "./connections.module.css";
import { startFirstSync } from "./first-sync.ts";
import { PracticePanel } from "./practice-panel.tsx";

export function ConnectionsSection(): ReactElement | undefined {
  const remote = useFleetdesk((state) => state.connections);
  const load = useFleetdesk((state) => state.loadConnections);
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const all = shown(remote);
  if (all === undefined) {
    if (remote.state !== "failed") return undefined;
    const again = <Button onClick={() => void load()}>{t(($) => $.common.retry)}</Button>;
    return <FailureNotice actions={again} failure={remote.failure} title={t(($) => $.connections.list.failed)} />;
  }
  const isNew = query["part"] === "new" || all.length === 0;
  const chosen = all.find(({ name }) => name === query["connection"]) ?? all.find(({ current }) => current) ?? all[0];
  return (
    <div className={classes["section"]}>
      <div className={classes["list"]}>
        <ul aria-label={t(($) => $.connections.list.title)}>
          {all.map(({ name, baseUrl, current }) => (
            <li key={name}>
              <button
                aria-current={!isNew && name === chosen?.name ? "true" : undefined}
                onClick={() => refine({ connection: name, part: undefined })}
                type="button"
              >
                <b>{name}</b>
                {current ? (
                  <span className={classes["current"]}>{t(($) => $.connections.view.current)}</span>
                ) : undefined}
                <span className={classes["address"]}>{baseUrl}</span>
              </button>
            </li>
          ))}
        </ul>
        <Button
          leftSection={<IconPlus aria-hidden="true" size={14} stroke={1.6} />}
          onClick={() => refine({ part: "new", connection: undefined })}
        >
          {t(($) => $.connections.list.new)}
        </Button>
      </div>
      <div className={classes["chosen"]}>
        {isNew ? (
          <Panel title={t(($) => $.connections.form.title)}>
            <ConnectForm
              initial={emptyDraft}
              onConnected={(name) => {
                refine({ part: undefined, connection: name }, { replace: true });
                void startFirstSync(name);
              }}
              {...(all.length === 0 ? {} : { onCancel: () => refine({ part: undefined }) })}
            />
          </Panel>
        ) : chosen === undefined ? undefined : (
          <ConnectionView connection={chosen} key={chosen.name} part={query["part"]} />
        )}
      </div>
      <div className={classes["practice"]}>
        <PracticePanel />
      </div>
    </div>
  );
}
