/** Rate and concurrency of a campaign. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { usualConcurrency } from "./changed-fields.ts";
import { NumberField } from "./number-field.tsx";
import classes from "./wizard.module.css";

export function SpeedFields(): ReactElement {
  const rate = useFleetdesk((state) => state.wizard?.body.rate);
  const concurrency = useFleetdesk((state) => state.wizard?.body.concurrency);
  return (
    <div className={classes["row"]}>
      <NumberField
        change={(value) => ({ rate: value === undefined ? undefined : value / 60 })}
        description={t(($) => $.planning.fields.rateHelp)}
        field="rate"
        max={600_000}
        mayBeEmpty
        min={0.1}
        value={rate === undefined ? undefined : rate * 60}
      />
      <NumberField
        change={(value) => ({ concurrency: value })}
        description={t(($) => $.planning.fields.concurrencyHelp)}
        field="concurrency"
        max={512}
        mayBeEmpty
        min={1}
        placeholder={String(usualConcurrency)}
        value={concurrency}
        whole
      />
    </div>
  );
}
