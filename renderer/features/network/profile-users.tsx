/** The endpoints that use a profile, according to the cache. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatAddress } from "../../lib/address.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./network.module.css";

export function ProfileUsers({ profile }: { readonly profile: string }): ReactElement | undefined {
  const usageState = useFleetQuery("profiles.users", { profile }, { reloadOnOpen: true });
  const use = dataOf(usageState);
  if (usageState.state === "failed")
    return (
      <Callout title={t(($) => $.network.profile.usersFailed)} tone="bad">
        <p>{formatText(usageState.failure.text)}</p>
      </Callout>
    );
  if (use === undefined) return undefined;
  const { endpoints, byStatus, filter, usedCount } = use;
  const some = endpoints.count !== undefined && endpoints.count > 0;
  return (
    <Panel title={t(($) => $.network.profile.usedBy)}>
      <p className={classes["line"]}>
        {some ? (
          <a href={`#${formatAddress({ path: ["fleet", "endpoint"], query: { filter } })}`}>
            {formatText(endpoints.sentence)}
          </a>
        ) : (
          <span>{formatText(endpoints.sentence)}</span>
        )}
        {byStatus.map(({ value, label, count }) => (
          <span className="muted" key={value}>
            {t(($) => $.network.profile.byStatus, { status: label, count })}
          </span>
        ))}
      </p>
      {usedCount === undefined ? undefined : (
        <p className="muted">{t(($) => $.network.profile.serviceCount, { count: usedCount.count })}</p>
      )}
    </Panel>
  );
}
