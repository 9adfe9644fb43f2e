/** What happens after a message was accepted, and to those proven not sent. */
import { Radio } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { lackOf, nothingWritten } from "./draft-model.ts";
import { usualWatchHours } from "./frozen-model.ts";
import { NumberField } from "./number-field.tsx";
import classes from "./wizard.module.css";

export function WatchFields(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const write = useFleetdesk((state) => state.write);
  const lack = lackOf({ ...body, typed: {} }, "watchHours");
  return (
    <>
      <NumberField
        change={(value) => ({ watchHours: value })}
        description="Each device's list is asked less and less often, until a final status. 0: never."
        field="watchHours"
        label="Ask for delivery and answers, hours"
        max={168}
        mayBeEmpty
        min={0}
        placeholder={String(usualWatchHours)}
        value={body.watchHours}
      />
      {lack === undefined ? undefined : <p className={classes["bad"]}>{lack}</p>}
      <Radio.Group
        label="If a lost message is confirmed not sent"
        onChange={(value) => write({ whenNotListed: value === "ask" ? "ask" : "send" })}
        value={body.whenNotListed ?? "send"}
      >
        <div className={classes["choices"]}>
          <Radio label="Send it again" value="send" />
          <Radio label="Ask me" value="ask" />
        </div>
      </Radio.Group>
    </>
  );
}
