/** The fields of the record, and when the cache first had it. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { Copyable } from "../../../ui/copyable.tsx";
import { useNow } from "../../../ui/use-now.ts";
import classes from "./about-tab.module.css";
import type { RecordSource } from "./use-record.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import { FieldValueView } from "./field-value.tsx";
import { LinksSection } from "./links-section.tsx";
import { Moment } from "./moment.tsx";
import { fieldsOf } from "./record-fields.ts";

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
      <CacheSource source={open.source} />
    </>
  );
}

function CacheSource({ source }: { readonly source: RecordSource }): ReactElement {
  const lines: readonly (readonly [string, number])[] =
    source.from === "cache"
      ? [
          [t(($) => $.fleet.detail.firstSeen), source.firstSeen],
          [t(($) => $.fleet.detail.lastChanged), source.changedAt],
          [t(($) => $.fleet.detail.lastSynced), source.lastSeen],
          ...(source.readAt === undefined ? [] : [[t(($) => $.fleet.detail.refreshed), source.readAt] as const]),
        ]
      : [[t(($) => $.fleet.detail.loaded), source.asOf]];
  const now = useNow();
  return (
    <section className={classes["group"]}>
      <h3>{source.from === "cache" ? t(($) => $.fleet.detail.inCache) : t(($) => $.fleet.detail.fromService)}</h3>
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
