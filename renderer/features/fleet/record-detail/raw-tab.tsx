/** The record as JSON, as the service sent it. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { CopyButton } from "../../../ui/copyable.tsx";
import type { DetailTabProps } from "./detail-tab.ts";
import classes from "./raw-tab.module.css";

export function RawTab({ open }: DetailTabProps): ReactElement {
  const json = JSON.stringify(open.record, undefined, 2);
  return (
    <div className={classes["raw"]}>
      <div className={classes["bar"]}>
        <span className="muted">{t(($) => $.fleet.detail.rawHelp)}</span>
        <CopyButton hasIcon text={json}>
          {t(($) => $.fleet.detail.copyJson)}
        </CopyButton>
      </div>
      {/* A scroll container must be focusable for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
      <pre aria-label={t(($) => $.fleet.detail.rawLabel)} role="region" tabIndex={0}>
        {json}
      </pre>
    </div>
  );
}
