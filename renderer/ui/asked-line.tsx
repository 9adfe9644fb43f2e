/** Above what was read of one record: how old it is, whether it could be asked for just now, and the way to read it again. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { when } from "../lib/format.ts";
import type { Remote } from "../lib/remote.ts";
import classes from "./asked-line.module.css";
import { Callout } from "./callout.tsx";
import { useNow } from "./use-now.ts";

export interface AskedLineProps {
  /** Epoch milliseconds; undefined where it was never read. */
  readonly asOf: number | undefined;
  readonly asked: Remote<unknown>;
  readonly online: boolean;
  readonly onRead: () => void;
}

export function AskedLine({ asOf, asked, online, onRead }: AskedLineProps): ReactElement {
  const now = useNow();
  return (
    <>
      <div className={classes["line"]}>
        <span className="muted">
          {asOf === undefined ? "never read" : `as of ${when(asOf, now)}`}
          {online ? "" : " · offline: shown from this computer"}
        </span>
        <Button disabled={!online} loading={asked.state === "loading"} onClick={onRead}>
          Read again
        </Button>
      </div>
      {asked.state === "failed" ? (
        <Callout title="The service could not be asked" tone="waiting">
          <p>{asked.failure.message}</p>
        </Callout>
      ) : undefined}
    </>
  );
}
