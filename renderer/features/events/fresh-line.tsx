/** What has come: said, and where it did not come into the list by itself shown when a person wishes it. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./events.module.css";

export function FreshLine(): ReactElement | undefined {
  const fresh = useFleetdesk((state) => state.eventsFresh);
  const came = useFleetdesk((state) => state.eventsCame);
  const renew = useFleetdesk((state) => state.renewEvents);
  const announce = useFleetdesk((state) => state.announce);
  const words = `${counted(fresh, "new event")} came in`;
  useEffect(() => {
    if (fresh > 0) announce(`${words}.`);
  }, [announce, fresh, words]);
  useEffect(() => {
    if (came !== undefined) announce(`${counted(came.count, "new event")} came in.`);
  }, [announce, came]);
  if (fresh === 0) return undefined;
  return (
    <div className={classes["fresh"]}>
      <span>{words} since this list was drawn.</span>
      <Button onClick={() => void renew()}>Show {fresh === 1 ? "it" : "them"}</Button>
    </div>
  );
}
