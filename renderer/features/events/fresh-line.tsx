/** Announces new events, with a button to show them if they were not inserted automatically. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import classes from "./events.module.css";

export function FreshLine(): ReactElement | undefined {
  const fresh = useFleetdesk((state) => state.eventsFresh);
  const inserted = useFleetdesk((state) => state.eventsInserted);
  const renew = useFleetdesk((state) => state.renewEvents);
  const announce = useFleetdesk((state) => state.announce);
  useEffect(() => {
    if (fresh > 0) announce(t(($) => $.events.fresh.arrived, { count: fresh }));
  }, [announce, fresh]);
  useEffect(() => {
    if (inserted !== undefined) announce(t(($) => $.events.fresh.arrived, { count: inserted.count }));
  }, [announce, inserted]);
  if (fresh === 0) return undefined;
  return (
    <div className={classes["newEvents"]}>
      <span>{t(($) => $.events.fresh.sinceLoaded, { count: fresh })}</span>
      <Button onClick={() => void renew()}>{t(($) => $.events.fresh.show, { count: fresh })}</Button>
    </div>
  );
}
