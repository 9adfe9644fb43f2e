/** DNS configurations: what there is, one of them, and a new one. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { DnsConfiguration, DnsList } from "#contract/dns.ts";
import { counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ChoiceList } from "../../ui/page-frame/choice-list.tsx";
import { ListBeside } from "../../ui/page-frame/list-beside.tsx";
import { DnsDetail } from "./dns-detail.tsx";
import { DnsForm } from "./dns-form.tsx";
import { ListState } from "./list-state.tsx";
import { addressesOf } from "./network-model.ts";

export function DnsPart(): ReactElement {
  const remote = useFleetdesk((state) => state.dnsList);
  const chosen = useFleetdesk((state) => state.address.query["dns"]);
  const refine = useFleetdesk((state) => state.refine);
  const list = shown(remote);
  return (
    <ListBeside
      columns="minmax(280px, 2fr) minmax(0, 3fr)"
      deeds={
        <Button onClick={() => refine({ dns: "new" })} variant="filled">
          New DNS configuration
        </Button>
      }
      side={<Side chosen={chosen} list={list} />}
    >
      {remote.state === "failed" && list === undefined ? (
        <FailureNotice failure={remote.failure} />
      ) : (
        <ListState
          asOf={list?.asOf}
          instead="The service has no list of DNS configurations; those created here are known from this computer."
          remote={remote}
          state={list?.state}
        />
      )}
      <Unsettled list={list} />
      {list?.state === "read" && list.items.length === 0 ? (
        <Notice title="No DNS configurations">
          Endpoints use the servers of the network until a service profile has two of its own.
        </Notice>
      ) : undefined}
      {list === undefined ? undefined : (
        <ChoiceList
          isChosen={({ id }) => id === chosen}
          items={list.items}
          keyOf={({ id }) => id}
          onChoose={({ id }) => refine({ dns: id })}
        >
          {(item) => (
            <>
              <b className="mono">{addressesOf(item)}</b>
              <span className="muted">{usersWords(item, list)}</span>
            </>
          )}
        </ChoiceList>
      )}
    </ListBeside>
  );
}

function Side({
  chosen,
  list,
}: {
  readonly chosen: string | undefined;
  readonly list: DnsList | undefined;
}): ReactElement {
  if (chosen === "new") return <DnsForm />;
  const item = list?.items.find(({ id }) => id === chosen);
  if (list !== undefined && item !== undefined) return <DnsDetail item={item} key={item.id} list={list} />;
  return (
    <p className="muted">
      {chosen === undefined || list === undefined
        ? "Choose a configuration, or make a new one."
        : `There is no configuration ${chosen} any more.`}
    </p>
  );
}

/** Creations and deletions whose answer was lost. */
function Unsettled({ list }: { readonly list: DnsList | undefined }): ReactElement | undefined {
  if (list === undefined || list.unsettled.length === 0) return undefined;
  return (
    <Callout title="What came of this is not known" tone="waiting">
      {list.unsettled.map(({ change, message }) => (
        <p key={change}>{message}</p>
      ))}
      <p>“Ask the service” looks again. Nothing is sent twice by itself.</p>
    </Callout>
  );
}

/** "used by 2 profiles", and that there may be more. */
function usersWords({ id, users }: DnsConfiguration, { unknownProfiles, allProfilesKnown }: DnsList): string {
  const more = unknownProfiles > 0 || !allProfilesKnown;
  if (users.length === 0) return more ? `${id} · not known to be used` : `${id} · used by none`;
  return `${id} · used by ${more ? "at least " : ""}${counted(users.length, "profile")}`;
}
