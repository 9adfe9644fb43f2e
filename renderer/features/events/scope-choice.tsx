/** Whose events are shown: of all, or of one record, found by its id, its name or a number of its SIM. */
import { t } from "#shared/texts/text.ts";
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import type { EventScope } from "#contract/event-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import classes from "./events.module.css";
import { readScope, scopeWords } from "./events-model.ts";
import { OwnerField } from "./owner-field.tsx";
import { scopeRefusal } from "./scope-model.ts";
import { type Owner, useOwner } from "./use-owners.ts";

type Of = EventScope["of"];

export function ScopeChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const refused = useFleetdesk(scopeRefusal) !== undefined;
  const scope = readScope(query);
  const of: Of = scope?.of ?? ((query["of"] ?? "all") as Of);
  const owner = scope === undefined || scope.of === "all" ? undefined : scope;
  return (
    <div className={classes["scope"]}>
      <NativeSelect
        aria-label={t(($) => $.events.scope)}
        data={Object.entries(scopeWords).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          refine({
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
      {owner === undefined || refused ? undefined : <OwnerLink owner={owner} />}
    </div>
  );
}

/** Who it is, by name where the copy knows one. */
function OwnerLink({ owner: { of, id } }: { readonly owner: Owner }): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const known = useOwner({ of, id });
  const name = known === "missing" ? undefined : known?.name;
  return (
    <>
      <RecordLink data={name !== undefined} from={address} to={{ collection: of, id }}>
        {name ?? openWords({ of, id })}
      </RecordLink>
      {known === "missing" ? <span className="muted">{t(($) => $.events.owner.notCached)}</span> : undefined}
    </>
  );
}

function openWords({ of, id }: Owner): string {
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
