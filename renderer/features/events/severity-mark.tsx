/** How grave an event is (colour and shape), and of which type (a plain label with an edge): never to be taken for each other. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { FleetEvent } from "#contract/event-words.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { severityLooks } from "./events-model.ts";
import classes from "./events.module.css";

export function SeverityMark({ event: { severity, severityText } }: { readonly event: FleetEvent }): ReactElement {
  const { text, tone } = severityLooks[severity];
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

export function TypeMark({ event: { type } }: { readonly event: FleetEvent }): ReactElement {
  if (type === undefined) return <span className={classes["untold"]}>{t(($) => $.events.typeNotProvided)}</span>;
  return (
    <span className={classes["type"]} translate="no" title={t(($) => $.events.filter.typeOf, { key: type.key })}>
      {type.label}
    </span>
  );
}
