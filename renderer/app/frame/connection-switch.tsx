/** Shows and switches the current connection. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown, IconSettings } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { switchConnection } from "../../features/connections/connection-actions.ts";
import { dataOf } from "../../lib/async-state.ts";
import { runAction } from "../actions/run-action.tsx";
import { useFleetdesk } from "../store/store.ts";
import classes from "./top-bar.module.css";

export function ConnectionSwitch(): ReactElement {
  const connections = useFleetdesk((state) => dataOf(state.connections)) ?? [];
  const navigate = useFleetdesk((state) => state.navigate);
  const current = connections.find((connection) => connection.current);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button className={classes["switch"]} type="button">
          <span className="visually-hidden">{t(($) => $.common.connection)}</span>
          <b translate={current === undefined ? undefined : "no"}>
            {current?.name ?? t(($) => $.shell.connection.none)}
          </b>
          {current === undefined ? undefined : <span translate="no">{hostOf(current.baseUrl)}</span>}
          <IconChevronDown aria-hidden="true" size={14} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {connections.map(({ name, baseUrl, current: isCurrent }) => (
          <Menu.Item
            aria-current={isCurrent}
            key={name}
            leftSection={isCurrent ? <IconCheck size={14} /> : <span style={{ width: 14, display: "block" }} />}
            onClick={() => void runAction(switchConnection, { connection: name })}
          >
            <span translate="no">
              {name} <span className="muted">{hostOf(baseUrl)}</span>
            </span>
          </Menu.Item>
        ))}
        {connections.length > 0 ? <Menu.Divider /> : undefined}
        <Menu.Item
          leftSection={<IconSettings size={14} />}
          onClick={() => navigate({ path: ["settings", "connections"], query: {} })}
        >
          {t(($) => $.shell.connection.manage)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
