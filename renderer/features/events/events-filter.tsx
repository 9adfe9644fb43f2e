/** Event filters: severity, type, source, time, search text; and the service's own filter syntax. */
import { t, formatText } from "#shared/texts/text.ts";
import { MultiSelect, Select, Button, NativeSelect } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import type { Severity } from "#shared/contract/events/event-schemas.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { PageToolbar } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { severities, severityStyles, periods, barFields } from "./events-request.ts";
import classes from "./events.module.css";
import { useEvents } from "./use-events.ts";
import { useSpan } from "../../app/data-table/use-span.tsx";
import { cachedData, useFleetData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { offerFilterUndo } from "../../app/actions/undo.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { useChips } from "../../ui/filter-bar/use-chips.ts";

const listed = (text: string | undefined): readonly string[] => (text ?? "").split(",").filter((word) => word !== "");

export function EventsFilter(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const { bySeverity, byKind, coverage } = useEvents();
  const put = (name: string, values: readonly string[]): void =>
    setQuery({ [name]: values.length === 0 ? undefined : values.join(",") }, { replace: true });
  const pressed = listed(query["severity"]) as readonly Severity[];
  const isUnread = coverage?.spans.length === 0;
  const countBySeverity = new Map(bySeverity?.severities.map((one) => [one.severity, one.count]));
  const chips = severities.filter((one) => one !== "unknown" || countBySeverity.has(one) || pressed.includes(one));
  return (
    <PageToolbar>
      <CountChips
        chips={chips.map((id) => ({
          id,
          text: id === "unknown" ? t(($) => $.events.severityUnknown) : severityStyles[id].text,
          tone: severityStyles[id].tone,
          count: countOf(bySeverity === undefined ? undefined : (countBySeverity.get(id) ?? 0), isUnread),
        }))}
        label={t(($) => $.events.severity)}
        onPress={(next) => put("severity", next)}
        pressed={pressed}
      />
      <Kinds label={t(($) => $.events.type)} name="type" options={byKind?.types ?? []} />
      <Kinds label={t(($) => $.events.source)} name="source" options={byKind?.sources ?? []} />
      <Select
        aria-label={t(($) => $.events.alert)}
        className={classes["short"] ?? ""}
        clearable
        data={[
          { value: "true", label: t(($) => $.events.filter.alerts) },
          { value: "false", label: t(($) => $.events.filter.noAlerts) },
        ]}
        onChange={(value) => put("alert", value === null ? [] : [value])}
        placeholder={t(($) => $.events.filter.anyAlert)}
        value={query["alert"] ?? null}
      />
      <SpanChoice />
      <SearchField
        className={classes["search"]}
        label={t(($) => $.events.filter.search)}
        onSearch={(text) => put("search", text === "" ? [] : [text])}
        placeholder={t(($) => $.events.filter.searchHelp)}
        text={query["search"] ?? ""}
      />
      <GrammarFilter />
    </PageToolbar>
  );
}

/** A count of 0 is unknown if nothing was read. */
function countOf(many: number | undefined, isUnread: boolean): number | "unknown" | undefined {
  return many === 0 && isUnread ? "unknown" : many;
}

interface KindsProps {
  readonly label: string;
  readonly name: "type" | "source";
  readonly options: readonly { readonly key: string; readonly label: string; readonly count: number }[];
}

const kindTexts = {
  type: {
    any: t(($) => $.events.filter.anyType),
    of: (key: string): string => t(($) => $.events.filter.typeOf, { key }),
  },
  source: {
    any: t(($) => $.events.filter.anySource),
    of: (key: string): string => t(($) => $.events.filter.sourceOf, { key }),
  },
} as const;

/** Cached event types or sources with their counts; a selected one is always listed, even at 0. */
function Kinds({ label, name, options }: KindsProps): ReactElement {
  const selected = useFleetdesk((state) => state.address.query[name]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const value = [...listed(selected)];
  const missingKeys = value.filter((key) => !options.some((one) => one.key === key));
  return (
    <MultiSelect
      aria-label={label}
      className={classes["kinds"] ?? ""}
      clearable
      comboboxProps={{ width: 280, position: "bottom-start" }}
      data={[
        ...options.map((one) => ({
          value: one.key,
          label: t(($) => $.events.filter.choice, { label: one.label, events: one.count }),
        })),
        ...missingKeys.map((key) => ({ value: key, label: kindTexts[name].of(key) })),
      ]}
      onChange={(next) => setQuery({ [name]: next.length === 0 ? undefined : next.join(",") }, { replace: true })}
      placeholder={value.length === 0 ? kindTexts[name].any : ""}
      searchable
      value={value}
    />
  );
}

function SpanChoice(): ReactElement {
  const { value, choose, fields } = useSpan();
  return (
    <div className="controls">
      <NativeSelect
        aria-label={t(($) => $.common.time)}
        data={[
          { value: "", label: t(($) => $.common.last30Days) },
          ...periods.toReversed().map(({ id, text }) => ({ value: id, label: text })),
          { value: "dates", label: t(($) => $.common.customPeriod) },
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        size="xs"
        value={value}
      />
      {fields === undefined ? undefined : (
        <>
          {fields}
          <Button onClick={() => choose("")} variant="default">
            {t(($) => $.events.filter.allTime)}
          </Button>
        </>
      )}
    </div>
  );
}

function GrammarFilter(): ReactElement {
  const filter = useFleetdesk((state) => state.address.query["filter"] ?? "");
  const setQuery = useFleetdesk((state) => state.setQuery);
  const eventFields = useFleetData("events.fields", {})?.fields;
  const fields = useMemo(() => barFields(eventFields ?? []), [eventFields]);
  const { list } = useEvents();
  const rejection = list.state === "failed" && list.failure.code === "filter-invalid" ? list.failure : undefined;
  /** The filter that the chips represent. */
  const applied = useRef("");
  const {
    conditions,
    draft,
    problem,
    type,
    commit,
    put,
    loadFilter: takeIn,
  } = useChips({
    fields: () => barFields(cachedData("events.fields", {})?.fields ?? []),
    read: async (text) => await fleet.events.readQuery({ filter: text }),
    apply: (text) => {
      applied.current = text;
      setQuery({ filter: text === "" ? undefined : text });
    },
  });
  // A changed address is parsed into chips.
  useEffect(() => {
    if (filter === applied.current) return;
    applied.current = filter;
    void takeIn(filter);
  }, [filter, takeIn]);
  return (
    <div className={classes["grammar"]}>
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onClear={offerFilterUndo}
        onCommit={(text) => void commit(text)}
        onConditions={put}
        onDraft={type}
        onLeave={() => document.querySelector<HTMLElement>('[data-pane="page"] [role="grid"]')?.focus()}
        placeholder={t(($) => $.events.filter.fields)}
        problem={problem}
      />
      {rejection === undefined ? undefined : (
        <p className={classes["error"]} role="alert">
          {formatText(rejection.text)}
        </p>
      )}
    </div>
  );
}
