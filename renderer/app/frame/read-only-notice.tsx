/** States while the data directory is not writable: the consequences, and how to fix it. */
import { RichText } from "../../ui/rich-text.tsx";
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../store/store.ts";
import classes from "./read-only-notice.module.css";

export function ReadOnlyNotice(): ReactElement | undefined {
  const readOnly = useFleetdesk((state) => state.readOnly);
  const reopen = useFleetdesk((state) => state.reopen);
  const [busy, setBusy] = useState(false);
  if (readOnly === undefined) return undefined;
  const tryAgain = async (): Promise<void> => {
    setBusy(true);
    const { failure, persistsDrafts } = await reopen();
    setBusy(false);
    if (failure === undefined) notifyWritable(persistsDrafts);
  };
  return (
    <section aria-label={t(($) => $.shell.readOnly.label)} className={classes["notice"]}>
      <IconLock aria-hidden size={16} />
      <div className={classes["text"]} role="status">
        <p>
          <RichText
            components={{ b: <b /> }}
            text={($) => (readOnly.code === "disk-full" ? $.shell.readOnly.diskFull : $.shell.readOnly.explained)}
          />
        </p>
        <p className="muted">{formatText(readOnly.text)}</p>
      </div>
      <Button loading={busy} onClick={() => void tryAgain()}>
        {t(($) => $.common.retry)}
      </Button>
    </section>
  );
}

function notifyWritable(persistsDrafts: boolean): void {
  useFleetdesk.getState().notify({
    about: "writable",
    title: t(($) => $.shell.readOnly.writableAgain),
    text: persistsDrafts ? t(($) => $.shell.readOnly.directoryWritable) : t(($) => $.shell.readOnly.draftsUntilClosed),
    tone: persistsDrafts ? "plain" : "waiting",
  });
}
