/** Says for as long as it is so that the data directory cannot be written, what that means, and how to get out of it. */
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconLock } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./read-only-notice.module.css";

export function ReadOnlyNotice(): ReactElement | undefined {
  const readOnly = useFleetdesk((state) => state.readOnly);
  const reopen = useFleetdesk((state) => state.reopen);
  const [busy, setBusy] = useState(false);
  if (readOnly === undefined) return undefined;
  const tryAgain = async (): Promise<void> => {
    setBusy(true);
    const { failure, keepsDrafts } = await reopen();
    setBusy(false);
    if (failure === undefined) notifyWritable(keepsDrafts);
  };
  return (
    <section aria-label="Read-only" className={classes["notice"]}>
      <IconLock aria-hidden size={16} />
      <div className={classes["text"]} role="status">
        <p>
          <b>{readOnly.code === "disk-full" ? "Read-only: the disk is full." : "Read-only."}</b> You can browse the
          cache. Nothing is sent or changed. Drafts are kept until you close Fleetdesk.
        </p>
        <p className="muted">{readOnly.message}</p>
      </div>
      <Button loading={busy} onClick={() => void tryAgain()}>
        Try again
      </Button>
    </section>
  );
}

function notifyWritable(keepsDrafts: boolean): void {
  notifications.show({
    id: "writable",
    title: "Fleetdesk can save and send again",
    message: keepsDrafts
      ? "The data directory can be written."
      : "The data directory can be written. Restart Fleetdesk to keep unsent messages: this session keeps them only until you close it.",
    ...(keepsDrafts ? {} : { autoClose: false }),
  });
}
