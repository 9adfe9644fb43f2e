/** What became of a call, as a pill. */
import type { ReactElement } from "react";
import type { AuditOutcome } from "#contract/audit-words.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { outcomeLooks } from "./audit-model.ts";

export function OutcomeMark({ outcome }: { readonly outcome: AuditOutcome }): ReactElement {
  const { text, tone, hint } = outcomeLooks[outcome];
  return (
    <StatusPill title={hint} tone={tone}>
      {text}
    </StatusPill>
  );
}
