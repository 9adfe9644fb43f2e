/** Who is asked, as whom, how far it can be trusted and whether it answers: the strip above every page. */
import { IconSearch } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { keyParts } from "../../commands/keys.ts";
import { openPalette } from "../../commands/open-palette.ts";
import { runCommand } from "../../commands/run-command.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Keys } from "../../ui/keys.tsx";
import { ConnectionSwitch } from "./connection-switch.tsx";
import { CopyMark } from "./copy-mark.tsx";
import { GovernorMark } from "./governor-mark.tsx";
import { NetworkMark } from "./network-mark.tsx";
import { SessionMark } from "./session-mark.tsx";
import classes from "./top-strip.module.css";

export function TopStrip(): ReactElement {
  const onList = useFleetdesk((state) => state.address.path[0] === "fleet");
  return (
    <header className={classes["strip"]} data-pane="top">
      <ConnectionSwitch />
      {/* A list says it of itself, beside its title. */}
      {onList ? undefined : <CopyMark />}
      <div className={classes["gap"]} />
      <NetworkMark />
      <GovernorMark />
      <SessionMark />
      <button
        aria-keyshortcuts="Control+K"
        className={classes["palette"]}
        onClick={() => void runCommand(openPalette)}
        type="button"
      >
        <IconSearch size={14} />
        <span className="visually-hidden">{openPalette.title}</span>
        <Keys parts={keyParts(openPalette.keys ?? "")} />
      </button>
    </header>
  );
}
