/** The record as JSON, as the service sent it. */
import { t } from "#shared/texts/text.ts";
import { useClipboard } from "@mantine/hooks";
import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { DetailTabProps } from "./detail-tab.ts";
import classes from "./raw-tab.module.css";

export function RawTab({ open }: DetailTabProps): ReactElement {
  const json = JSON.stringify(open.record, undefined, 2);
  const { copy, copied, error } = useClipboard({ timeout: 1500 });
  return (
    <div className={classes["raw"]}>
      <div className={classes["bar"]}>
        <span className="muted">{t(($) => $.fleet.detail.rawHelp)}</span>
        <Button
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.6} />}
          onClick={() => copy(json)}
        >
          {error === null
            ? copied
              ? t(($) => $.common.copied)
              : t(($) => $.fleet.detail.copyJson)
            : t(($) => $.fleet.detail.copyFailed)}
        </Button>
      </div>
      {/* A scroll container must be focusable for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
      <pre aria-label={t(($) => $.fleet.detail.rawLabel)} role="region" tabIndex={0}>
        {json}
      </pre>
    </div>
  );
}
