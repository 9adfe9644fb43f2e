/** Severity of an event (colour and shape) and its type (an outlined label), kept visually distinct. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { severityStyles } from "./events-request.ts";
import classes from "./events.module.css";

export function SeverityBadge({ event: { severity, severityText } }: { readonly event: FleetEvent }): ReactElement {
  const { text, tone } = severityStyles[severity];
  const own = severity === "unknown" && severityText !== undefined ? severityText : text;
  return (
    <StatusPill
      title={
        severityText === undefined
          ? t(($) => $.events.severityNotProvided)
          : t(($) => $.events.severityOf, { severity: severityText })
      }
      tone={tone}
    >
      {own}
    </StatusPill>
  );
}

export function TypeBadge({ event: { type } }: { readonly event: FleetEvent }): ReactElement {
  if (type === undefined) return <span className={classes["unknownType"]}>{t(($) => $.events.typeNotProvided)}</span>;
  return (
    <span className={classes["type"]} translate="no" title={t(($) => $.events.filter.typeOf, { key: type.key })}>
      {type.label}
    </span>
  );
}
