/** What narrows the list: how grave, of which type and source, when, which words; and the service's own grammar. */
import { t } from "#shared/texts/text.ts";
import { MultiSelect, Select } from "@mantine/core";
import type { ReactElement } from "react";
import type { Severity } from "#contract/event-words.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { PageStrip } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { severities, severityLooks } from "./events-model.ts";
import classes from "./events.module.css";
import { GrammarFilter } from "./grammar-filter.tsx";
import { SpanChoice } from "./span-choice.tsx";

const listed = (text: string | undefined): readonly string[] => (text ?? "").split(",").filter((word) => word !== "");

export function EventsFilter(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const picture = useFleetdesk((state) => shown(state.eventsPicture));
  const put = (name: string, words: readonly string[]): void =>
    refine({ [name]: words.length === 0 ? undefined : words.join(",") }, { replace: true });
  const pressed = listed(query["severity"]) as readonly Severity[];
  const isUnread = useFleetdesk((state) => shown(state.events)?.coverage.spans.length === 0);
  const found = new Map(picture?.bySeverity.severities.map((one) => [one.severity, one.count]));
  const chips = severities.filter((one) => one !== "unknown" || found.has(one) || pressed.includes(one));
  return (
    <PageStrip>
      <CountChips
        chips={chips.map((id) => ({
          id,
          text: id === "unknown" ? t(($) => $.events.severityUnknown) : severityLooks[id].text,
          tone: severityLooks[id].tone,
          count: countOf(picture === undefined ? undefined : (found.get(id) ?? 0), isUnread),
        }))}
        label={t(($) => $.events.severity)}
        onPress={(next) => put("severity", next)}
        pressed={pressed}
      />
      <Kinds label={t(($) => $.events.type)} name="type" words={picture?.byKind.types ?? []} />
      <Kinds label={t(($) => $.events.source)} name="source" words={picture?.byKind.sources ?? []} />
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
    </PageStrip>
  );
}

/** Where nothing was read, none is not known to be none. */
function countOf(many: number | undefined, isUnread: boolean): number | "unknown" | undefined {
  return many === 0 && isUnread ? "unknown" : many;
}

interface KindsProps {
  readonly label: string;
  readonly name: "type" | "source";
  readonly words: readonly { readonly key: string; readonly label: string; readonly count: number }[];
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

/** Types or sources that the copy has, with how many there are of each; a chosen one stays, whether or not there is any. */
function Kinds({ label, name, words }: KindsProps): ReactElement {
  const chosen = useFleetdesk((state) => state.address.query[name]);
  const refine = useFleetdesk((state) => state.refine);
  const value = [...listed(chosen)];
  const gone = value.filter((key) => !words.some((one) => one.key === key));
  return (
    <MultiSelect
      aria-label={label}
      className={classes["kinds"] ?? ""}
      clearable
      comboboxProps={{ width: 280, position: "bottom-start" }}
      data={[
        ...words.map((one) => ({
          value: one.key,
          label: t(($) => $.events.filter.choice, { label: one.label, events: one.count }),
        })),
        ...gone.map((key) => ({ value: key, label: kindTexts[name].of(key) })),
      ]}
      onChange={(next) => refine({ [name]: next.length === 0 ? undefined : next.join(",") }, { replace: true })}
      placeholder={value.length === 0 ? kindTexts[name].any : ""}
      searchable
      value={value}
    />
  );
}
