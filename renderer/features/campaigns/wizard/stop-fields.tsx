/** Conditions that pause a campaign automatically. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { StopRule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { stopRuleOf } from "./changed-fields.ts";
import { NumberField } from "./number-field.tsx";
import type { DraftChange } from "./wizard-slice.ts";
import classes from "./wizard.module.css";

export function StopFields(): ReactElement {
  const written = useFleetdesk((state) => state.wizard?.body.stopRule);
  const rule = stopRuleOf(written === undefined ? {} : { stopRule: written });
  const put = (change: Partial<StopRule>): DraftChange => ({ stopRule: { ...written, ...change } });
  return (
    <>
      <p className="muted">{t(($) => $.planning.safety.pauseRulesHelp)}</p>
      <div className={classes["row"]}>
        <NumberField
          change={(value) => (value === undefined ? {} : put({ refusedShare: value / 100 }))}
          description={t(($) => $.planning.fields.rejectedShareHelp)}
          field="stopRule.refusedShare"
          max={100}
          min={0}
          value={rule.refusedShare * 100}
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ minimumAttempts: value }))}
          description={t(($) => $.planning.fields.minimumAttemptsHelp)}
          field="stopRule.minimumAttempts"
          max={1_000_000}
          min={1}
          value={rule.minimumAttempts}
          whole
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ consecutive: value }))}
          description={t(($) => $.planning.fields.consecutiveHelp)}
          field="stopRule.consecutive"
          max={1_000_000}
          min={1}
          value={rule.consecutive}
          whole
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ forbidden: value }))}
          description={t(($) => $.planning.fields.forbiddenHelp)}
          field="stopRule.forbidden"
          max={1000}
          min={1}
          value={rule.forbidden}
          whole
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ outageLimitMinutes: value * 60 }))}
          description={t(($) => $.planning.fields.outageLimitHelp)}
          field="stopRule.outageLimitMinutes"
          max={168}
          min={0}
          value={rule.outageLimitMinutes / 60}
        />
      </div>
    </>
  );
}
