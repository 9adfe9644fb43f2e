/** The bar above every page: connection, identity, cache age, and reachability. */
import { IconSearch } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { keyLabels } from "../../lib/keys.ts";
import { useAction } from "../actions/run-action.tsx";
import { openPalette } from "../actions/window-actions.ts";
import { useFleetdesk } from "../store/store.ts";
import { Keys } from "../../ui/keys.tsx";
import { ConnectionSwitch } from "./connection-switch.tsx";
import { CacheIndicator } from "./cache-indicator.tsx";
import { GovernorIndicator } from "./governor-indicator.tsx";
import { NetworkIndicator } from "./network-indicator.tsx";
import { SessionIndicator } from "./session-indicator.tsx";
import classes from "./top-bar.module.css";

export function TopBar(): ReactElement {
  const { title, run } = useAction({ action: openPalette });
  const onList = useFleetdesk((state) => state.address.path[0] === "fleet");
  return (
    <header className={classes["bar"]} data-pane="top">
      <ConnectionSwitch />
      {/* A list shows its cache age next to its title. */}
      {onList ? undefined : <CacheIndicator />}
      <div className={classes["gap"]} />
      <NetworkIndicator />
      <GovernorIndicator />
      <SessionIndicator />
      <button aria-keyshortcuts="Control+K" className={classes["palette"]} onClick={run} type="button">
        <IconSearch size={14} />
        <span className="visually-hidden">{title}</span>
        <Keys labels={keyLabels(openPalette.keys ?? "")} />
      </button>
    </header>
  );
}
