/** What the record says of itself, and since when the copy knows it. */
import type { ReactElement } from "react";
import { Copyable } from "../../ui/copyable.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./about-tab.module.css";
import type { RecordSource } from "./detail-slice.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import { FieldValueView } from "./field-value.tsx";
import { LinksSection } from "./links-section.tsx";
import { Moment } from "./moment.tsx";
import { fieldsOf } from "./record-fields-model.ts";

export function AboutTab({ of, open }: DetailTabProps): ReactElement {
  return (
    <>
      {fieldsOf(of.collection, open.record).map(({ title, lines }) => (
        <section className={classes["group"]} key={title}>
          <h3>{title}</h3>
          <dl>
            {lines.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <FieldValueView label={label} value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <LinksSection of={of} open={open} />
      <InTheCopy source={open.source} />
    </>
  );
}

function InTheCopy({ source }: { readonly source: RecordSource }): ReactElement {
  const lines: readonly (readonly [string, number])[] =
    source.from === "copy"
      ? [
          ["First seen", source.firstSeen],
          ["Last changed", source.changedAt],
          ["As of", source.lastSeen],
          ...(source.readAt === undefined ? [] : [["Read again", source.readAt] as const]),
        ]
      : [["As of", source.asOf]];
  const now = useNow();
  return (
    <section className={classes["group"]}>
      <h3>{source.from === "copy" ? "In the copy on this computer" : "Read at the service, not in the copy"}</h3>
      <dl>
        {lines.map(([label, at]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Copyable label={label} value={new Date(at).toISOString()}>
                <Moment at={at} now={now} />
              </Copyable>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
