/** Whose events are shown: of all, or of one record, found by its id, its name or a number of its SIM. */
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import type { EventScope } from "#contract/event-words.ts";
import { collectionWords, inSentence } from "../../lib/records.ts";
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
        aria-label="Whose events"
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
  const word = inSentence(collectionWords[of].one);
  const name = known === "missing" ? undefined : known?.name;
  return (
    <>
      <RecordLink from={address} to={{ collection: of, id }}>
        {name ?? `Open ${word} ${id}`}
      </RecordLink>
      {known === "missing" ? <span className="muted">not in the copy on this computer</span> : undefined}
    </>
  );
}
