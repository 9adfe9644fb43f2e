/** What has come since the list was asked for: said, and shown when a person wishes it. The list itself does not move. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./events.module.css";

export function FreshLine(): ReactElement | undefined {
  const fresh = useFleetdesk((state) => state.eventsFresh);
  const renew = useFleetdesk((state) => state.renewEvents);
  const announce = useFleetdesk((state) => state.announce);
  const words = `${counted(fresh, "new event")} came in`;
  useEffect(() => {
    if (fresh > 0) announce(`${words}.`);
  }, [announce, fresh, words]);
  if (fresh === 0) return undefined;
  return (
    <div className={classes["fresh"]}>
      <span>{words} since this list was drawn.</span>
      <Button onClick={() => void renew()}>Show {fresh === 1 ? "it" : "them"}</Button>
    </div>
  );
}
