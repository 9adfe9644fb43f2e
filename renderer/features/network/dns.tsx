/** DNS configurations: the form of a new one, and one configuration with the profiles that use it. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback } from "react";
import type { DnsConfiguration, DnsList } from "#shared/contract/network/dns.ts";
import { ActionButton, useSendBlocker } from "../../app/actions/run-action.tsx";
import { useDraftForm } from "../../app/store/use-draft-form.ts";
import { useConnection } from "../../data/connection.ts";
import { byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import {
  CreationForm,
  type FormField,
  FormFields,
  RecordResult,
  useCreation,
  useForgottenResults,
} from "./creation-form.tsx";
import { createDns, deleteDns } from "./network-actions.ts";
import { addressesOf, dataSourceText, profileTitle } from "./network-labels.ts";
import classes from "./network.module.css";

const empty = { primary: "", secondary: "" };

const fields: readonly FormField<keyof typeof empty>[] = [
  { name: "primary", label: t(($) => $.network.dns.primary), placeholder: "192.0.2.53" },
  { name: "secondary", label: t(($) => $.network.dns.secondary), placeholder: "198.51.100.53" },
];

/** Two servers, validated during input. */
export function DnsForm(): ReactElement {
  const draft = useDraftForm("network", "dns", empty);
  const { values, update } = draft;
  const call = useCreation(createDns, "dns", values, draft);
  useForgottenResults("new", "dns");
  const checked = useAsyncState(useCallback((signal) => fleet.dns.check(values, signal), [values]));
  // Partial addresses are valid during input: warnings are computed from complete fields only.
  const { warnings, same } = checked.state === "ready" ? checked.value : { warnings: [], same: [] };
  return (
    <CreationForm
      call={call}
      failureTitle={t(($) => $.network.dns.notCreated)}
      fields={["primary", "secondary"]}
      submit={t(($) => $.network.dns.create)}
      title={t(($) => $.network.dns.new)}
    >
      <div className={classes["pair"]}>
        <FormFields
          errors={byField(call.failure)}
          fields={fields}
          onChange={(change) => {
            update(change);
            call.clear();
          }}
          values={values}
        />
      </div>
      {warnings.length === 0 ? undefined : (
        <Callout title={t(($) => $.network.dns.checkAddresses)} tone="waiting">
          {warnings.map(({ field, code, message }) => (
            <p key={`${field} ${code}`}>{formatText(message)}</p>
          ))}
        </Callout>
      )}
      {same.length === 0 || call.result !== undefined ? undefined : (
        <p className="muted">{t(($) => $.network.dns.sameAddresses, { count: same.length, ids: same.join(", ") })}</p>
      )}
    </CreationForm>
  );
}

export interface DnsDetailProps {
  readonly item: DnsConfiguration;
  readonly list: DnsList;
}

export function DnsDetail({ item, list }: DnsDetailProps): ReactElement {
  const blocker = useSendBlocker();
  const connection = useConnection()?.name;
  useForgottenResults(item.id, "dns");
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
      <RecordResult connection={connection} id={item.id} part="dns" />
      <div className="controls">
        <ActionButton action={deleteDns} target={item} />
        <SendBlocker reason={blocker} />
      </div>
    </>
  );
}

function AddressValue({ value }: { readonly value: string | undefined }): ReactElement {
  return value === undefined ? (
    <StatusPill tone="neutral">{t(($) => $.common.unknown)}</StatusPill>
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
          <StatusPill tone="neutral">{t(($) => $.common.unknown)}</StatusPill>
          <span>{t(($) => $.network.dns.otherUsersUnknown, { count: unknownProfiles })}</span>
        </p>
      )}
      {allProfilesLoaded ? undefined : <p className="muted">{t(($) => $.network.dns.moreProfiles)}</p>}
    </Panel>
  );
}
