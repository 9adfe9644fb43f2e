/** One DNS configuration: its servers, who uses it, and its deletion. */
import { formatText, t } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { DnsConfiguration, DnsList } from "#contract/dns.ts";
import type { Radius } from "#contract/network-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { AskRadius } from "./ask-radius.tsx";
import classes from "./network.module.css";
import { addressesOf, fromWords, profileTitle } from "./network-model.ts";
import { RadiusView } from "./radius-view.tsx";

export interface DnsDetailProps {
  readonly item: DnsConfiguration;
  readonly list: DnsList;
}

interface Refused {
  readonly inUse: boolean;
  readonly message: CodedText;
  readonly radius: Radius | undefined;
}

export function DnsDetail({ item, list }: DnsDetailProps): ReactElement {
  const [asked, setAsked] = useState(false);
  const [said, setSaid] = useState<Refused>();
  const load = useFleetdesk((state) => state.loadNetwork);
  const refine = useFleetdesk((state) => state.refine);
  const announce = useFleetdesk((state) => state.announce);
  const online = useFleetdesk((state) => state.networkOnline);
  const { busy, failure, run, forgetFailure } = useCall();
  const remove = (): void =>
    void run(async () => {
      const { outcome, message, radius } = await fleet.dns.remove({ dns: item.id });
      setAsked(false);
      if (outcome === "deleted") {
        announce(formatText(message));
        refine({ dns: undefined }, { replace: true });
      } else {
        setSaid({ inUse: outcome === "in-use", message, radius });
      }
      await load();
    });
  return (
    <>
      <h2 className={classes["title"]}>{addressesOf(item)}</h2>
      <Facts
        facts={[
          [t(($) => $.network.dns.id), <Copyable key="id" label={t(($) => $.network.dns.id)} mono value={item.id} />],
          [t(($) => $.network.dns.primary), <Told key="primary" value={item.primary} />],
          [t(($) => $.network.dns.secondary), <Told key="secondary" value={item.secondary} />],
          [
            t(($) => $.network.dns.ipVersion),
            item.version === undefined
              ? t(($) => $.common.unknown)
              : t(($) => $.network.dns.version, { version: item.version }),
          ],
        ]}
      />
      <Users item={item} list={list} />
      {said === undefined ? undefined : (
        <Callout
          title={said.inUse ? t(($) => $.network.dns.inUse) : t(($) => $.common.outcomeUnknown)}
          tone={said.inUse ? "bad" : "unknown"}
        >
          <p>{formatText(said.message)}</p>
        </Callout>
      )}
      {said?.radius === undefined ? undefined : <RadiusView radius={said.radius} />}
      <div className={classes["deeds"]}>
        <Button
          disabled={!online}
          onClick={() => {
            forgetFailure();
            setSaid(undefined);
            setAsked(true);
          }}
        >
          {t(($) => $.network.dns.deleteBegin)}
        </Button>
        <NoNetwork online={online} />
      </div>
      <AskRadius
        ask={asked ? { action: "delete", dns: item.id } : undefined}
        busy={busy}
        danger
        failure={failure}
        onClose={() => setAsked(false)}
        onYes={remove}
        title={t(($) => $.network.dns.deleteTitle, { addresses: addressesOf(item) })}
        yes={t(($) => $.network.dns.delete)}
      />
    </>
  );
}

function Told({ value }: { readonly value: string | undefined }): ReactElement {
  return value === undefined ? (
    <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>
  ) : (
    <Copyable label={t(($) => $.network.dns.address)} mono value={value} />
  );
}

function Users({ item: { users }, list: { unknownProfiles, allProfilesKnown } }: DnsDetailProps): ReactElement {
  return (
    <Panel title={t(($) => $.network.dns.usedBy)}>
      {users.length === 0 ? undefined : (
        <ul className={classes["reach"]}>
          {users.map((profile) => (
            <li className={classes["line"]} key={profile.id}>
              <a href={`#/network/profiles?profile=${encodeURIComponent(profile.id)}`}>{profileTitle(profile)}</a>
              <span>{formatText(profile.endpoints.sentence)}</span>
              <span className="muted">{profile.use.source === undefined ? "" : fromWords(profile.use.source)}</span>
            </li>
          ))}
        </ul>
      )}
      {users.length === 0 && unknownProfiles === 0 && allProfilesKnown ? (
        <p>{t(($) => $.network.dns.noUsers)}</p>
      ) : undefined}
      {unknownProfiles === 0 ? undefined : (
        <p className={classes["line"]}>
          <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>
          <span>{t(($) => $.network.dns.otherUsersUnknown, { count: unknownProfiles })}</span>
        </p>
      )}
      {allProfilesKnown ? undefined : <p className="muted">{t(($) => $.network.dns.moreProfiles)}</p>}
    </Panel>
  );
}
