/** What happens after a message was accepted, and to those proven not sent. */
import { NumberInput, Radio } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./wizard.module.css";

export function WatchFields(): ReactElement {
  const hours = useFleetdesk((state) => state.wizard?.body.watchHours ?? 24);
  const proven = useFleetdesk((state) => state.wizard?.body.provenNotSent ?? "send");
  const write = useFleetdesk((state) => state.write);
  return (
    <>
      <NumberInput
        description="Each device's list is asked less and less often. 0: never."
        label="Ask for delivery and answers, hours"
        max={168}
        min={0}
        onChange={(value) => {
          if (typeof value === "number" && value >= 0) write({ watchHours: Math.min(168, value) });
        }}
        value={hours}
      />
      <Radio.Group
        label="A message whose answer was lost, and that the device's list proves was never taken"
        onChange={(value) => write({ provenNotSent: value === "ask" ? "ask" : "send" })}
        value={proven}
      >
        <div className={classes["inside"]}>
          <Radio label="is sent again within the run" value="send" />
          <Radio label="waits for me" value="ask" />
        </div>
      </Radio.Group>
    </>
  );
}
