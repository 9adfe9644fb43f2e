/** New events that were not inserted automatically, with a button to show them. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import classes from "./events.module.css";
import { useEvents } from "./use-events.ts";

export function FreshLine(): ReactElement | undefined {
  const { fresh, renew } = useEvents();
  if (fresh === 0) return undefined;
  return (
    <div className={classes["newEvents"]}>
      <span>{t(($) => $.events.fresh.sinceLoaded, { count: fresh })}</span>
      <Button onClick={renew}>{t(($) => $.events.fresh.show, { count: fresh })}</Button>
    </div>
  );
}
