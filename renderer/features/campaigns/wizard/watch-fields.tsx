/** Delivery checks after acceptance, and the rule for messages proven not sent. */
import { t } from "#shared/texts/text.ts";
import { Radio } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { emptyBody } from "./draft-body.ts";
import { issueOf } from "./draft-issues.ts";
import { usualWatchHours } from "./changed-fields.ts";
import { NumberField } from "./number-field.tsx";
import classes from "./wizard.module.css";

export function WatchFields(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const write = useFleetdesk((state) => state.write);
  const issue = issueOf({ ...body, invalidInput: {} }, "watchHours");
  return (
    <>
      <NumberField
        change={(value) => ({ watchHours: value })}
        description={t(($) => $.planning.fields.trackingHelp)}
        field="watchHours"
        max={168}
        mayBeEmpty
        min={0}
        placeholder={String(usualWatchHours)}
        value={body.watchHours}
      />
      {issue === undefined ? undefined : <p className={classes["bad"]}>{issue}</p>}
      <Radio.Group
        label={t(($) => $.planning.safety.ifNotSent)}
        onChange={(value) => write({ whenNotListed: value === "ask" ? "ask" : "send" })}
        value={body.whenNotListed ?? "send"}
      >
        <div className={classes["choices"]}>
          <Radio label={t(($) => $.planning.safety.retry)} value="send" />
          <Radio label={t(($) => $.planning.safety.waitForDecision)} value="ask" />
        </div>
      </Radio.Group>
    </>
  );
}
