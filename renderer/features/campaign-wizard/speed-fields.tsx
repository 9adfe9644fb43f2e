/** How fast it sends. */
import { NumberInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./wizard.module.css";

export function SpeedFields(): ReactElement {
  const rate = useFleetdesk((state) => state.wizard?.body.rate);
  const concurrency = useFleetdesk((state) => state.wizard?.body.concurrency ?? 16);
  const write = useFleetdesk((state) => state.write);
  return (
    <div className={classes["row"]}>
      <NumberInput
        description="Empty: as fast as the governor allows."
        label="Messages a minute"
        max={600_000}
        min={1}
        onChange={(value) => write({ rate: typeof value === "number" && value > 0 ? value / 60 : undefined })}
        value={rate === undefined ? "" : Math.round(rate * 60)}
      />
      <NumberInput
        allowDecimal={false}
        description="Requests that wait for their answer together."
        label="At the same time"
        max={512}
        min={1}
        onChange={(value) => {
          if (typeof value === "number" && value >= 1) write({ concurrency: Math.min(512, Math.round(value)) });
        }}
        value={concurrency}
      />
    </div>
  );
}
