/** Which service is asked; the others are one click away. */
import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown, IconSettings } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { notifications } from "@mantine/notifications";
import { failureOf } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./top-strip.module.css";

export function ConnectionSwitch(): ReactElement {
  const connections = useFleetdesk((state) => shown(state.connections)) ?? [];
  const switchTo = useFleetdesk((state) => state.useConnection);
  const go = useFleetdesk((state) => state.go);
  const current = connections.find((connection) => connection.current);

  const choose = async (name: string): Promise<void> => {
    try {
      await switchTo(name);
    } catch (error) {
      notifications.show({ title: `"${name}" is not used`, message: failureOf(error).message, color: "red" });
    }
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button className={classes["switch"]} type="button">
          <span className="visually-hidden">Connection</span>
          <b>{current?.name ?? "No connection"}</b>
          {current === undefined ? undefined : <span>{hostOf(current.baseUrl)}</span>}
          <IconChevronDown aria-hidden="true" size={14} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {connections.map(({ name, baseUrl, current: isCurrent }) => (
          <Menu.Item
            aria-current={isCurrent}
            key={name}
            leftSection={isCurrent ? <IconCheck size={14} /> : <span style={{ width: 14, display: "block" }} />}
            onClick={() => void choose(name)}
          >
            {name} <span className="muted">{hostOf(baseUrl)}</span>
          </Menu.Item>
        ))}
        {connections.length > 0 ? <Menu.Divider /> : undefined}
        <Menu.Item
          leftSection={<IconSettings size={14} />}
          onClick={() => go({ path: ["settings", "connections"], query: {} })}
        >
          Connections…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
