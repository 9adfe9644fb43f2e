/** The connections of this computer: the list at the left, the selected one at the right. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { emptyDraft } from "./connect-draft.ts";
import { ConnectionView } from "./connection-view.tsx";
import classes from "./connections.module.css";
import { runAction } from "../../app/actions/run-action.tsx";
import { sync } from "../fleet/sync-actions.ts";
import { PracticePanel } from "./practice-panel.tsx";

export function ConnectionsSection(): ReactElement | undefined {
  const connections = useFleetdesk((state) => state.connections);
  const load = useFleetdesk((state) => state.loadConnections);
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const all = dataOf(connections);
  if (all === undefined) {
    if (connections.state !== "failed") return undefined;
    const again = <Button onClick={() => void load()}>{t(($) => $.connections.list.reload)}</Button>;
    return <FailureNotice actions={again} failure={connections.failure} title={t(($) => $.connections.list.failed)} />;
  }
  const isNew = query["part"] === "new" || all.length === 0;
  const selected = all.find(({ name }) => name === query["connection"]) ?? all.find(({ current }) => current) ?? all[0];
  return (
    <div className={classes["section"]}>
      <div className={classes["list"]}>
        <ul aria-label={t(($) => $.connections.list.title)}>
          {all.map(({ name, baseUrl, current }) => (
            <li key={name}>
              <button
                aria-current={!isNew && name === selected?.name ? "true" : undefined}
                onClick={() => setQuery({ connection: name, part: undefined })}
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
          onClick={() => setQuery({ part: "new", connection: undefined })}
        >
          {t(($) => $.connections.list.new)}
        </Button>
      </div>
      <div className={classes["selected"]}>
        {isNew ? (
          <Panel title={t(($) => $.connections.form.title)}>
            <ConnectForm
              initial={emptyDraft}
              onConnected={(name) => {
                setQuery({ part: undefined, connection: name }, { replace: true });
                void runAction(sync, { connection: name });
              }}
              onCancel={all.length === 0 ? undefined : () => setQuery({ part: undefined })}
            />
          </Panel>
        ) : selected === undefined ? undefined : (
          <ConnectionView connection={selected} key={selected.name} part={query["part"]} />
        )}
      </div>
      <div className={classes["practice"]}>
        <PracticePanel />
      </div>
    </div>
  );
}
