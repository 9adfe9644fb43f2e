/** What the overview looks at: the kind, its limits, and which endpoints; and how old what it shows is. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl, Select } from "@mantine/core";
import { type ReactElement, useCallback, useEffect } from "react";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { PageStrip } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { LimitField } from "./limit-field.tsx";
import { usualLimits } from "./quota-look-model.ts";
import type { AskedQuotas } from "./quotas-slice.ts";
import classes from "./quotas.module.css";

export function OverviewFilter({ asked }: { readonly asked: AskedQuotas }): ReactElement {
  const { kind, belowPercent, expiringDays, search = "" } = asked.listed;
  const refine = useFleetdesk((state) => state.refine);
  const put = (name: string, value: string | undefined): void => refine({ [name]: value }, { replace: true });
  return (
    <PageStrip labelled>
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
        onChange={(value) => put("below", value === usualLimits.belowPercent ? undefined : String(value))}
        value={belowPercent}
      />
      <LimitField
        label={t(($) => $.quotas.filter.expiring)}
        max={3650}
        min={1}
        onChange={(value) => put("days", value === usualLimits.expiringDays ? undefined : String(value))}
        value={expiringDays}
        whole
      />
      <ProfileField asked={asked} onChange={(value) => put("profile", value)} />
      <AudienceField asked={asked} onChange={(value) => put("audience", value)} />
      <SearchField
        className={classes["field"]}
        label={t(($) => $.quotas.filter.search)}
        onSearch={(text) => put("search", text === "" ? undefined : text)}
        placeholder={t(($) => $.quotas.filter.searchPlaceholder)}
        text={search}
      />
    </PageStrip>
  );
}

interface FieldProps {
  readonly asked: AskedQuotas;
  readonly onChange: (value: string | undefined) => void;
}

/** Names of profiles and audiences are data. */
const dataOptions = { options: { translate: "no" } };

/** The profiles that the copy of the endpoints knows. */
function ProfileField({ asked: { connection, listed }, onChange }: FieldProps): ReactElement {
  const ask = useCallback(
    (signal: AbortSignal) =>
      fleet.fleet.facet({ connection, collection: "endpoint", field: "service_profile", limit: 100 }, signal),
    [connection],
  );
  const known = shown(useRemote(ask))?.values ?? [];
  const { profile } = listed;
  const data = known.map(({ value, label }) => ({ value, label }));
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

function AudienceField({ asked: { listed }, onChange }: FieldProps): ReactElement | undefined {
  const audiences = useFleetdesk((state) => state.audiences);
  const load = useFleetdesk((state) => state.loadAudiences);
  const never = audiences.state === "never";
  useEffect(() => {
    if (never) void load();
  }, [load, never]);
  const known = shown(audiences) ?? [];
  if (known.length === 0 && listed.audience === undefined) return undefined;
  return (
    <Select
      aria-label={t(($) => $.quotas.filter.audience)}
      attributes={dataOptions}
      className={classes["field"] ?? ""}
      clearable
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => onChange(value ?? undefined)}
      placeholder={t(($) => $.quotas.filter.anyAudience)}
      searchable
      value={listed.audience === undefined ? null : String(listed.audience)}
    />
  );
}
