/** What the overview looks at: the kind, its limits, and which endpoints; and how old what it shows is. */
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
        aria-label="Which quota"
        data={[
          { value: "data", label: "Data" },
          { value: "sms", label: "SMS" },
        ]}
        onChange={(value) => put("kind", value === "data" ? undefined : value)}
        value={kind}
      />
      <LimitField
        label="Below, per cent"
        max={100}
        min={0}
        onChange={(value) => put("below", value === usualLimits.belowPercent ? undefined : String(value))}
        value={belowPercent}
      />
      <LimitField
        label="Expiring in, days"
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
        label="Search endpoints"
        onSearch={(text) => put("search", text === "" ? undefined : text)}
        placeholder="Name or id"
        text={search}
      />
    </PageStrip>
  );
}

interface FieldProps {
  readonly asked: AskedQuotas;
  readonly onChange: (value: string | undefined) => void;
}

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
      : [...data, { value: profile, label: `Profile ${profile}` }];
  return (
    <Select
      aria-label="Service profile"
      className={classes["field"] ?? ""}
      clearable
      data={all}
      onChange={(value) => onChange(value ?? undefined)}
      placeholder="Any profile"
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
      aria-label="Audience"
      className={classes["field"] ?? ""}
      clearable
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => onChange(value ?? undefined)}
      placeholder="Any audience"
      searchable
      value={listed.audience === undefined ? null : String(listed.audience)}
    />
  );
}
