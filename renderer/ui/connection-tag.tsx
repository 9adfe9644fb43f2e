/** The name of a connection with a badge of its environment, in its colour: wherever something is sent or changed. */
import { t } from "#shared/texts/text.ts";
import { createContext, type ReactElement, useContext } from "react";
import type { BadgeColour, Connection } from "#shared/contract/connections/connections.ts";
import classes from "./connection-tag.module.css";

/** What decides about its badge. */
export interface Labelled extends Pick<Connection, "practice"> {
  readonly options: Pick<Connection["options"], "environment" | "colour">;
}

export type Environment = Connection["options"]["environment"] | "practice";

const defaultColours: Readonly<Record<Environment, BadgeColour>> = {
  practice: "green",
  test: "yellow",
  production: "red",
};

/** The environment of the simulator is fixed. */
export function environmentOf({ practice, options }: Labelled): {
  readonly environment: Environment;
  readonly colour: BadgeColour;
} {
  const environment = practice ? "practice" : options.environment;
  return { environment, colour: options.colour === "auto" ? defaultColours[environment] : options.colour };
}

/** The connections of this computer. */
export const ConnectionsContext = createContext<readonly Connection[]>([]);

export function EnvironmentBadge({ connection }: { readonly connection: Labelled }): ReactElement {
  const { environment, colour } = environmentOf(connection);
  return (
    <span className={classes["badge"]} data-colour={colour}>
      {t(($) => $.connections.environment[environment])}
    </span>
  );
}

/** Of the current connection if no name is given; the name alone for a connection that was deleted. */
export function ConnectionTag({ name }: { readonly name?: string }): ReactElement | undefined {
  const connections = useContext(ConnectionsContext);
  const connection = connections.find((one) => (name === undefined ? one.current : one.name === name));
  const label = name ?? connection?.name;
  if (label === undefined) return undefined;
  return (
    <span className={classes["tag"]}>
      {connection === undefined ? undefined : <EnvironmentBadge connection={connection} />}
      <span className={classes["name"]} translate="no">
        {label}
      </span>
    </span>
  );
}
