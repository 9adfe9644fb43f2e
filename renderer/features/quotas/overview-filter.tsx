/** Filters of the overview: kind, limits, endpoints; and the age of its data. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl, Select, TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import { useFleetData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageToolbar } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { type QuotasRequest, defaultLimits } from "./quota-query.ts";
import classes from "./quotas.module.css";
import { parseNumber } from "../../lib/parse-number.ts";

export function OverviewFilter({ request }: { readonly request: QuotasRequest }): ReactElement {
  const { kind, belowPercent, expiringDays, search = "" } = request.listed;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const put = (name: string, value: string | undefined): void => setQuery({ [name]: value }, { replace: true });
  return (
    <PageToolbar labelled>
      <SegmentedControl
        aria-label={t(($) => $.quotas.kind.label)}
        data={[
          { value: "data", label: t(($) => $.quotas.kind.data) },
          { value: "sms", label: t(($) => $.quotas.kind.sms) },
        ]}
        onChange={(value) => put("kind", value === "data" ? undefined : value)}
        value={kind}
      />
      <LimitField
        label={t(($) => $.quotas.filter.below)}
        max={100}
        min={0}
        onChange={(value) => put("below", value === defaultLimits.belowPercent ? undefined : String(value))}
        value={belowPercent}
      />
      <LimitField
        label={t(($) => $.quotas.filter.expiring)}
        max={3650}
        min={1}
        onChange={(value) => put("days", value === defaultLimits.expiringDays ? undefined : String(value))}
        value={expiringDays}
        whole
      />
      <ProfileField request={request} onChange={(value) => put("profile", value)} />
      <AudienceField request={request} onChange={(value) => put("audience", value)} />
      <SearchField
        className={classes["field"]}
        label={t(($) => $.quotas.filter.search)}
        onSearch={(text) => put("search", text === "" ? undefined : text)}
        placeholder={t(($) => $.quotas.filter.searchPlaceholder)}
        text={search}
      />
    </PageToolbar>
  );
}

interface FieldProps {
  readonly request: QuotasRequest;
  readonly onChange: (value: string | undefined) => void;
}

/** Names of profiles and audiences are data, so they are excluded from translation. */
const dataOptions = { options: { translate: "no" } };

/** The profiles in the endpoint cache. */
function ProfileField({ request: { connection, listed }, onChange }: FieldProps): ReactElement {
  const loadProfiles = useCallback(
    (signal: AbortSignal) =>
      fleet.fleet.facet({ connection, collection: "endpoint", field: "service_profile", limit: 100 }, signal),
    [connection],
  );
  const profiles = dataOf(useAsyncState(loadProfiles))?.values ?? [];
  const { profile } = listed;
  const data = profiles.map(({ value, label }) => ({ value, label }));
  const all =
    profile === undefined || data.some(({ value }) => value === profile)
      ? data
      : [...data, { value: profile, label: t(($) => $.quotas.filter.profileId, { profile }) }];
  return (
    <Select
      aria-label={t(($) => $.quotas.filter.profile)}
      attributes={dataOptions}
      className={classes["field"] ?? ""}
      clearable
      data={all}
      onChange={(value) => onChange(value ?? undefined)}
      placeholder={t(($) => $.quotas.filter.anyProfile)}
      searchable
      value={profile ?? null}
    />
  );
}

function AudienceField({ request: { listed }, onChange }: FieldProps): ReactElement | undefined {
  const { audiences: items = [] } = useFleetData("fleet.audiences", {}) ?? {};
  if (items.length === 0 && listed.audience === undefined) return undefined;
  return (
    <Select
      aria-label={t(($) => $.quotas.filter.audience)}
      attributes={dataOptions}
      className={classes["field"] ?? ""}
      clearable
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => onChange(value ?? undefined)}
      placeholder={t(($) => $.quotas.filter.anyAudience)}
      searchable
      value={listed.audience === undefined ? null : String(listed.audience)}
    />
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  readonly onChange: (value: number) => void;
}

/** Input for a limit of the overview: applied while valid; invalid input is preserved. */
function LimitField({ label, value, min, max, whole = false, onChange }: LimitFieldProps): ReactElement {
  const [input, setInput] = useState<string>();
  const text = input ?? String(value);
  const fits = (number: number | undefined): number is number =>
    number !== undefined && number >= min && number <= max && (!whole || Number.isInteger(number));
  const isInvalid = !fits(parseNumber(text));
  return (
    <TextInput
      className={classes["limit"] ?? ""}
      error={isInvalid ? expected({ min, max, whole }) : undefined}
      inputMode="decimal"
      label={label}
      onBlur={() => {
        if (!isInvalid) setInput(undefined);
      }}
      onChange={({ currentTarget }) => {
        setInput(currentTarget.value);
        const number = parseNumber(currentTarget.value);
        if (fits(number)) onChange(number);
      }}
      value={text}
    />
  );
}

function expected({
  min,
  max,
  whole,
}: {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}): string {
  return whole ? t(($) => $.quotas.filter.notWhole, { min, max }) : t(($) => $.quotas.filter.notNumber, { min, max });
}
