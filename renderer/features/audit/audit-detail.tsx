/** One audit entry: action, target, actor, response of the service, and its hash chain links. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback } from "react";
import type { AuditDetail as Detail } from "#shared/contract/audit/audit-schemas.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { formatDateTime, formatDuration } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { DetailAside } from "../../ui/page-frame/detail-aside.tsx";
import { Facts } from "../../ui/panel.tsx";
import { outcomeStyles } from "./audit-query.ts";
import classes from "./audit.module.css";
import { FieldChanges } from "./field-changes.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { TargetLinks } from "./target-links.tsx";

export function AuditDetail({ id }: { readonly id: string }): ReactElement {
  const entryState = useFleetQuery("audit.get", { id }, { reloadOnOpen: true });
  const setQuery = useFleetdesk((state) => state.setQuery);
  const close = useCallback(() => setQuery({ entry: undefined }), [setQuery]);
  const entry = dataOf(entryState);
  return (
    <DetailAside label={t(($) => $.audit.entry)} onClose={close} title={entry?.operation ?? t(($) => $.audit.entry)}>
      {entryState.state === "failed" ? <FailureNotice failure={entryState.failure} /> : undefined}
      {entry === undefined ? undefined : (
        <>
          <p>
            <OutcomeBadge outcome={entry.outcome} /> {outcomeStyles[entry.outcome].hint}
          </p>
          {entry.answer?.words === undefined ? undefined : <p className={classes["text"]}>{entry.answer.words}</p>}
          {entry.resolution === undefined ? undefined : (
            <p className={classes["text"]}>
              <strong>{t(($) => $.audit.detail.resolvedAt, { time: formatDateTime(entry.resolution.at) })}</strong>{" "}
              {entry.resolution.message}
            </p>
          )}
          <FieldChanges fields={entry.fields} outcome={entry.outcome} path={entry.path} />
          <TargetLinks entry={entry} />
          <Facts facts={factsOf(entry)} />
          <Links entry={entry} />
        </>
      )}
    </DetailAside>
  );
}

const signInLabels = {
  "application-token": t(($) => $.audit.detail.applicationToken),
  user: t(($) => $.audit.detail.password),
  refresh: t(($) => $.audit.detail.refreshToken),
} as const;

function factsOf(entry: Detail): readonly (readonly [string, string])[] {
  const { at, answer, resolution: resolved, chain, actor, connection, service, method, path } = entry;
  const tookMs = answer === undefined ? 0 : answer.at - at;
  const answered =
    answer === undefined
      ? t(($) => $.audit.detail.notRecorded)
      : tookMs < 1000
        ? formatDateTime(answer.at)
        : t(($) => $.audit.detail.answeredAfter, { time: formatDateTime(answer.at), duration: formatDuration(tookMs) });
  const codes = [
    answer?.status === undefined ? undefined : t(($) => $.audit.list.httpStatus, { status: answer.status }),
    answer?.serviceCode === undefined ? undefined : t(($) => $.audit.detail.serviceCode, { code: answer.serviceCode }),
  ];
  const codeText = codes.filter((part) => part !== undefined).join(", ");
  const createdResource = answer?.created ?? resolved?.created;
  const { id, name } = actor.organisation ?? {};
  const organisation =
    name === undefined ? id : id === undefined ? name : t(($) => $.audit.detail.organisationWithId, { name, id });
  return [
    [t(($) => $.common.time), formatDateTime(at)],
    [t(($) => $.audit.detail.response), answered],
    [t(($) => $.common.status), codeText === "" ? t(($) => $.common.none) : codeText],
    ...(createdResource === undefined ? [] : ([[t(($) => $.common.created), createdResource]] as const)),
    [
      t(($) => $.audit.detail.signedInWith),
      actor.signIn === undefined ? t(($) => $.common.unknown) : signInLabels[actor.signIn],
    ],
    [t(($) => $.audit.detail.user), actor.user ?? t(($) => $.audit.detail.notInSession)],
    [t(($) => $.audit.detail.organisation), organisation ?? t(($) => $.audit.detail.notInSession)],
    [t(($) => $.audit.detail.systemUser), actor.system ?? t(($) => $.audit.detail.notInSystem)],
    [t(($) => $.common.connection), connection ?? t(($) => $.audit.detail.credentialsTest)],
    [t(($) => $.audit.detail.service), service],
    [t(($) => $.audit.detail.apiCall), `${method} ${path}`],
    [t(($) => $.audit.detail.chainLinks), chain.join(", ")],
  ];
}

/** The hashes as they are chained, for verification with other tools. */
function Links({ entry }: { readonly entry: Detail }): ReactElement {
  return (
    <details className={classes["raw"]}>
      <summary>{t(($) => $.audit.detail.chainLinks)}</summary>
      {entry.links.map(({ seq, hash, entry: text }) => (
        <div key={seq}>
          <p className={classes["hash"]}>
            <span className="muted">{t(($) => $.audit.detail.link, { seq })}</span>{" "}
            <Copyable label={t(($) => $.audit.detail.linkHash, { seq })} mono value={hash} />
          </p>
          {/* A scroll container must be focusable for keyboard users. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
          <pre aria-label={t(($) => $.audit.detail.linkAsJson, { seq })} role="region" tabIndex={0}>
            {JSON.stringify(JSON.parse(text), undefined, 2)}
          </pre>
        </div>
      ))}
    </details>
  );
}
