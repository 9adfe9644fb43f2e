/** Distribution of the matching rows over status and profile. A click narrows the list to one segment. */
import { t, formatText } from "#shared/texts/text.ts";
import { ActionIcon } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { type ReactElement, useEffect, useState } from "react";
import type { Collection, Field } from "#shared/contract/fleet/fleet.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { formatNumber } from "#shared/format.ts";
import { statusFrom } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { fieldInSentence } from "../../lib/field-label.ts";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import classes from "./fleet-chart.module.css";
import type { Filter } from "./use-filter.ts";

export interface FleetChartProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly fields: readonly Field[];
  readonly filter: Filter;
}

interface Part {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

interface Spread {
  readonly values: readonly Part[];
  readonly other: number;
}

/** The charted fields per collection; none for collections with too few rows. */
const drawn: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  endpoint: ["status", "service_profile"],
  sim: ["status", "model"],
};

/** Charts load after a pause in typing: rows have priority. */
const pauseMs = 600;

export function FleetChart(props: FleetChartProps): ReactElement | undefined {
  const { name } = props;
  const opened = useFleetdesk((state) => state.isFleetChartOpen);
  const show = useFleetdesk((state) => state.setFleetChartOpen);
  const fields = drawn[name.collection];
  if (fields === undefined) return undefined;
  return (
    <div aria-label={t(($) => $.fleet.charts.label)} className={classes["charts"]} role="group">
      <ActionIcon
        aria-expanded={opened}
        aria-label={opened ? t(($) => $.fleet.charts.hide) : t(($) => $.fleet.charts.show)}
        onClick={() => show(!opened)}
        size={22}
      >
        <IconChartBar size={14} />
      </ActionIcon>
      <div className={classes["distributions"]}>
        {opened ? fields.map((field) => <SpreadBar {...props} field={field} key={field} />) : undefined}
      </div>
    </div>
  );
}

function SpreadBar({
  name,
  question,
  filter,
  field,
}: FleetChartProps & { readonly field: string }): ReactElement | undefined {
  const [spread, setSpread] = useState<Spread | undefined>(undefined);
  const announce = useFleetdesk((state) => state.announce);
  const asOf = useFleetData("fleet.completeness", name)?.asOf;
  useEffect(() => {
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      fleet.fleet
        .facet({ ...name, field, filter: question.filter, limit: 4 }, abort.signal)
        .then(setSpread)
        .catch((error: unknown) => {
          if (!abort.signal.aborted) announce(formatText(failureOf(error).text));
        });
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a newer cache changes the chart
  }, [announce, asOf, field, name, question.filter]);
  const total = (spread?.values ?? []).reduce((sum, part) => sum + part.count, spread?.other ?? 0);
  if (spread === undefined || total === 0) return undefined;
  const tone = (value: string, index: number): string =>
    field === "status" ? statusFrom(name.collection, { id: value }).tone : `series-${index % 5}`;
  return (
    <div className={classes["distribution"]}>
      <span className={classes["name"]}>{fieldInSentence(field)}</span>
      <span aria-hidden="true" className={classes["stack"]}>
        {spread.values.map((part, index) => (
          <i data-tone={tone(part.value, index)} key={part.value} style={{ flexGrow: part.count }} />
        ))}
        {spread.other > 0 ? <i data-tone="neutral" style={{ flexGrow: spread.other }} /> : undefined}
      </span>
      {spread.values.map((part, index) => (
        <button
          className={classes["part"]}
          key={part.value}
          onClick={() => filter.add({ field, value: part.value })}
          title={t(($) => $.fleet.charts.filterBy, { label: part.label })}
          type="button"
        >
          <i aria-hidden="true" data-tone={tone(part.value, index)} />
          <span translate="no">{part.label}</span> <b>{formatNumber(part.count)}</b>
        </button>
      ))}
      {spread.other > 0 ? (
        <span className={classes["part"]}>
          {t(($) => $.fleet.charts.other)} <b>{formatNumber(spread.other)}</b>
        </span>
      ) : undefined}
    </div>
  );
}
