/** One DNS configuration: its servers, the profiles that use it, and its deletion. */
import { formatText, t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { DnsConfiguration, DnsList } from "#shared/contract/network/dns.ts";
import type { Impact } from "#shared/contract/network/network-schemas.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { ConfirmImpact } from "./confirm-impact.tsx";
import classes from "./network.module.css";
import { addressesOf, dataSourceText, profileTitle } from "./network-labels.ts";
import { ImpactView } from "./impact-view.tsx";

export interface DnsDetailProps {
  readonly item: DnsConfiguration;
  readonly list: DnsList;
}

interface RemovalRejection {
  readonly inUse: boolean;
  readonly message: CodedText;
  readonly impact: Impact | undefined;
}

export function DnsDetail({ item, list }: DnsDetailProps): ReactElement {
  const [confirming, setConfirming] = useState(false);
  const [rejection, setRejection] = useState<RemovalRejection>();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const announce = useFleetdesk((state) => state.announce);
  const blocker = useSendBlocker();
  const call = useCall();
  const { run, clearFailure } = call;
  const remove = (): void =>
    void run(async () => {
      const { outcome, message, impact } = await fleet.dns.remove({ dns: item.id });
      setConfirming(false);
      if (outcome === "deleted") {
        announce(formatText(message));
        setQuery({ dns: undefined }, { replace: true });
      } else {
        setRejection({ inUse: outcome === "in-use", message, impact });
      }
      await reloadQueries("dns.list", "profiles.list");
    });
  return (
    <>
      <h2 className={classes["title"]}>{addressesOf(item)}</h2>
      <Facts
        facts={[
          [t(($) => $.network.dns.id), <Copyable key="id" label={t(($) => $.network.dns.id)} mono value={item.id} />],
          [t(($) => $.network.dns.primary), <AddressValue key="primary" value={item.primary} />],
          [t(($) => $.network.dns.secondary), <AddressValue key="secondary" value={item.secondary} />],
          [
            t(($) => $.network.dns.ipVersion),
            item.version === undefined
              ? t(($) => $.common.unknown)
              : t(($) => $.network.dns.version, { version: item.version }),
          ],
        ]}
      />
      <Users item={item} list={list} />
      {rejection === undefined ? undefined : (
        <Callout
          title={rejection.inUse ? t(($) => $.network.dns.inUse) : t(($) => $.common.outcomeUnknown)}
          tone={rejection.inUse ? "bad" : "unknown"}
        >
          <p>{formatText(rejection.message)}</p>
        </Callout>
      )}
      {rejection?.impact === undefined ? undefined : <ImpactView impact={rejection.impact} />}
      <div className={classes["actions"]}>
        <Button
          disabled={blocker !== undefined}
          onClick={() => {
            clearFailure();
            setRejection(undefined);
            setConfirming(true);
          }}
        >
          {t(($) => $.network.dns.deleteBegin)}
        </Button>
        <SendBlocker reason={blocker} />
      </div>
      <ConfirmImpact
        call={call}
        confirmation={
          confirming
            ? {
                title: t(($) => $.network.dns.deleteTitle, { addresses: addressesOf(item) }),
                confirmLabel: t(($) => $.network.dns.delete),
                danger: true,
              }
            : undefined
        }
        onClose={() => setConfirming(false)}
        onConfirm={remove}
        request={{ action: "delete", dns: item.id }}
      />
    </>
  );
}

function AddressValue({ value }: { readonly value: string | undefined }): ReactElement {
  return value === undefined ? (
    <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>
  ) : (
    <Copyable label={t(($) => $.network.dns.address)} mono value={value} />
  );
}

function Users({
  item: { users },
  list: { unknownProfiles, hasAllProfiles: allProfilesLoaded },
}: DnsDetailProps): ReactElement {
  return (
    <Panel title={t(($) => $.network.dns.usedBy)}>
      {users.length === 0 ? undefined : (
        <ul className={classes["impact"]}>
          {users.map((profile) => (
            <li className={classes["line"]} key={profile.id}>
              <a href={`#/network/profiles?profile=${encodeURIComponent(profile.id)}`}>{profileTitle(profile)}</a>
              <span>{formatText(profile.endpoints.sentence)}</span>
              <span className="muted">
                {profile.use.source === undefined ? "" : dataSourceText(profile.use.source)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {users.length === 0 && unknownProfiles === 0 && allProfilesLoaded ? (
        <p>{t(($) => $.network.dns.noUsers)}</p>
      ) : undefined}
      {unknownProfiles === 0 ? undefined : (
        <p className={classes["line"]}>
          <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>
          <span>{t(($) => $.network.dns.otherUsersUnknown, { count: unknownProfiles })}</span>
        </p>
      )}
      {allProfilesLoaded ? undefined : <p className="muted">{t(($) => $.network.dns.moreProfiles)}</p>}
    </Panel>
  );
}
