/** The outcome of a call, as a badge. */
import type { ReactElement } from "react";
import type { AuditOutcome } from "#shared/contract/audit/audit-schemas.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { outcomeStyles } from "./audit-query.ts";

export function OutcomeBadge({ outcome }: { readonly outcome: AuditOutcome }): ReactElement {
  const { text, tone, hint } = outcomeStyles[outcome];
  return (
    <StatusPill title={hint} tone={tone}>
      {text}
    </StatusPill>
  );
}
