/** Selects whose events are shown: all, or those of one record, looked up by id, name or a number of its SIM. */
import { t } from "#shared/texts/text.ts";
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import { useActionValue } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import classes from "./events.module.css";
import { readScope, scopeLabels } from "./events-request.ts";
import { OwnerField } from "./owner-field.tsx";
import { scopeError } from "./events-queries.ts";
import { type Owner, useOwner } from "./use-owners.ts";

type Of = EventScope["of"];

export function ScopeChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const isRejected = useActionValue(scopeError) !== undefined;
  const scope = readScope(query);
  const of: Of = scope?.of ?? ((query["of"] ?? "all") as Of);
  const owner = scope === undefined || scope.of === "all" ? undefined : scope;
  return (
    <div className={classes["scope"]}>
      <NativeSelect
        aria-label={t(($) => $.events.scope)}
        data={Object.entries(scopeLabels).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          setQuery({
            of: value === "all" ? undefined : value,
            id: undefined,
            event: undefined,
            open: undefined,
            tab: undefined,
          })
        }
        size="xs"
        value={of}
      />
      {of === "all" ? undefined : <OwnerField id={owner?.id ?? ""} key={of} of={of} />}
      {owner === undefined || isRejected ? undefined : <OwnerLink owner={owner} />}
    </div>
  );
}

/** The selected record, by name if the cache has one. */
function OwnerLink({ owner: { of, id } }: { readonly owner: Owner }): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const cachedOwner = useOwner({ of, id });
  const name = cachedOwner === "missing" ? undefined : cachedOwner?.name;
  return (
    <>
      <RecordLink data={name !== undefined} from={address} to={{ collection: of, id }}>
        {name ?? openLabel({ of, id })}
      </RecordLink>
      {cachedOwner === "missing" ? <span className="muted">{t(($) => $.events.owner.notCached)}</span> : undefined}
    </>
  );
}

function openLabel({ of, id }: Owner): string {
  switch (of) {
    case "endpoint":
      return t(($) => $.events.owner.open.endpoint, { id });
    case "sim":
      return t(($) => $.events.owner.open.sim, { id });
    case "organisation":
      return t(($) => $.events.owner.open.organisation, { id });
    case "user":
      return t(($) => $.events.owner.open.user, { id });
  }
}
