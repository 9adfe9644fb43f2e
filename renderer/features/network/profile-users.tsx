/** Who uses a profile, as far as the copy of endpoints tells. */
import type { ReactElement } from "react";
import { formatAddress } from "../../lib/address.ts";
import { counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./network.module.css";

export function ProfileUsers(): ReactElement | undefined {
  const remote = useFleetdesk((state) => state.profileUse);
  const use = shown(remote);
  if (remote.state === "failed")
    return (
      <Callout title="Who uses it could not be counted" tone="bad">
        <p>{remote.failure.message}</p>
      </Callout>
    );
  if (use === undefined) return undefined;
  const { endpoints, byStatus, filter, usedCount } = use;
  const some = endpoints.count !== undefined && endpoints.count > 0;
  return (
    <Panel title="Who uses it">
      <p className={classes["line"]}>
        {some ? (
          <a href={`#${formatAddress({ path: ["fleet", "endpoint"], query: { filter } })}`}>{endpoints.sentence}</a>
        ) : (
          <span>{endpoints.sentence}</span>
        )}
        {byStatus.map(({ value, label, count }) => (
          <span className="muted" key={value}>
            {counted(count, label, label)}
          </span>
        ))}
      </p>
      {usedCount === undefined ? undefined : (
        <p className="muted">The service itself counted {counted(usedCount.count, "endpoint")}.</p>
      )}
    </Panel>
  );
}
