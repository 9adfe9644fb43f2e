/** Header of a record's data: its age, the outcome of the last refresh, and a refresh button. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatTime } from "#shared/format.ts";
import { type AsyncState, failureIn } from "../lib/async-state.ts";
import classes from "./data-age-line.module.css";
import { FailureCallout } from "./callout.tsx";
import { useNow } from "./use-now.ts";

export interface DataAgeLineProps {
  /** Epoch milliseconds; undefined if it was never loaded. */
  readonly asOf: number | undefined;
  readonly request: AsyncState<unknown>;
  readonly online: boolean;
  /** Names the data, as in "Refresh messages". */
  readonly refreshLabel: string;
  readonly onRead: () => void;
}

export function DataAgeLine({ asOf, request, online, refreshLabel, onRead }: DataAgeLineProps): ReactElement {
  const now = useNow();
  return (
    <>
      <div className={classes["line"]}>
        <span className="muted">{ageText(asOf === undefined ? undefined : formatTime(asOf, now), online)}</span>
        <Button disabled={!online} loading={request.state === "loading"} onClick={onRead}>
          {refreshLabel}
        </Button>
      </div>
      <FailureCallout
        failure={failureIn(request)}
        title={asOf === undefined ? t(($) => $.shell.loadFailed) : t(($) => $.shell.refreshFailed)}
        tone="waiting"
      />
    </>
  );
}

function ageText(time: string | undefined, online: boolean): string {
  if (time === undefined) return online ? t(($) => $.common.notLoaded) : t(($) => $.shell.age.notLoadedOffline);
  return online ? t(($) => $.shell.age.asOf, { time }) : t(($) => $.shell.age.asOfOffline, { time });
}
