/** One audit entry: action, target, actor, response of the service, and its hash chain links. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback } from "react";
import type {
  AuditDetail as Detail,
  AuditEntry,
  AuditOutcome,
  FieldChange,
} from "#shared/contract/audit/audit-schemas.ts";
import { useConnection } from "../../data/connection.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { formatDateTime, formatDuration } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { DetailAside } from "../../ui/page-frame/page.tsx";
import { Facts } from "../../ui/panel.tsx";
import { outcomeStyles, targetKindLabel, writeTarget, afterHeading } from "./audit-query.ts";
import classes from "./audit.module.css";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { formatAddress } from "../../lib/address.ts";
import { isCollection } from "../../lib/records.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { type RichTextProps, RichText } from "../../ui/rich-text.tsx";
import { recordedLabel, recordedValue } from "./field-texts.ts";

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

/** Links to the target of an entry, and to all audit entries about it. */
function TargetLinks({ entry }: { readonly entry: AuditEntry }): ReactElement | undefined {
  const from = useFleetdesk((state) => state.address);
  const current = useConnection()?.name;
  const { target, connection } = entry;
  if (target === undefined) return undefined;
  const { kind, id } = target;
  const here = { path: ["audit"], query: { target: writeTarget(target), entry: entry.id } };
  // An id refers to a different record in another connection.
  const isHere = connection !== undefined && connection === current;
  const components = { id: <TargetId id={id} /> };
  const openText = openTexts[kind] ?? openRecord;
  return (
    <p className={classes["target"]}>
      {isHere && pageOf(target) !== undefined ? (
        <a href={pageOf(target)}>
          <RichText components={components} text={openText} />
        </a>
      ) : isHere && isCollection(kind) ? (
        <RecordLink data={false} from={from} to={{ collection: kind, id }}>
          <RichText components={components} text={openText} />
        </RecordLink>
      ) : (
        <span>
          {targetKindLabel(kind)} <TargetId id={id} />
        </span>
      )}
      <a href={`#${formatAddress(here)}`}>{t(($) => $.audit.detail.sameTarget)}</a>
    </p>
  );
}

const openTexts: Readonly<Partial<Record<string, RichTextProps["text"]>>> = {
  endpoint: ($) => $.audit.detail.openEndpoint,
  "DNS configuration": ($) => $.audit.detail.openDnsConfiguration,
  "service profile": ($) => $.audit.detail.openServiceProfile,
  "API callback": ($) => $.audit.detail.openApiCallback,
  "data stream": ($) => $.audit.detail.openDataStream,
};
const openRecord: RichTextProps["text"] = ($) => $.audit.detail.openRecord;

function TargetId({ id }: { readonly id: string }): ReactElement {
  return <span className="mono">{id}</span>;
}

/** The page for targets that are not fleet records. */
function pageOf({ kind, id }: { readonly kind: string; readonly id: string }): string | undefined {
  if (kind === "DNS configuration") return `#${formatAddress({ path: ["network"], query: { dns: id } })}`;
  if (kind === "service profile") return `#${formatAddress({ path: ["network", "profiles"], query: { profile: id } })}`;
  if (kind === "API callback") return `#${formatAddress({ path: ["streams", "callbacks"], query: { callback: id } })}`;
  if (kind === "data stream") return `#${formatAddress({ path: ["streams"], query: { stream: id } })}`;
  return undefined;
}

interface FieldChangesProps {
  readonly fields: readonly FieldChange[];
  readonly outcome: AuditOutcome;
  /** Path of the API call. */
  readonly path: string;
}

/** Values before and after a change (or requested), field by field; unchanged fields are muted. */
function FieldChanges({ fields, outcome, path }: FieldChangesProps): ReactElement | undefined {
  if (fields.length === 0) return undefined;
  const hasBefore = fields.some(({ before }) => before !== undefined);
  const hasAfter = fields.some(({ after }) => after !== undefined);
  const heading = afterHeading(outcome);
  const both = heading.changed ? t(($) => $.audit.fields.beforeAndAfter) : t(($) => $.audit.fields.beforeAndRequested);
  return (
    <table className={classes["fields"]}>
      <caption>
        {hasBefore && hasAfter
          ? both
          : hasAfter
            ? t(($) => $.audit.fields.requestedValues)
            : t(($) => $.audit.fields.previousValues)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.audit.fields.field)}</th>
          {hasBefore ? <th scope="col">{t(($) => $.audit.fields.before)}</th> : undefined}
          {hasAfter ? <th scope="col">{heading.after}</th> : undefined}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after, changed }) => (
          <tr data-changed={(changed && hasBefore && hasAfter) || undefined} key={field}>
            <th scope="row" title={field}>
              {recordedLabel(field, path)}
            </th>
            {hasBefore ? <Side field={field} text={before} was={changed && heading.changed} /> : undefined}
            {hasAfter ? <Side field={field} text={after} /> : undefined}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SideProps {
  readonly field: string;
  readonly text: string | undefined;
  readonly was?: boolean;
}

function Side({ field, text, was = false }: SideProps): ReactElement {
  if (text === undefined) return <td className={classes["none"]}>{t(($) => $.audit.fields.notRecorded)}</td>;
  const value = recordedValue(field, text);
  return (
    <td className="mono" title={text}>
      {was ? <s>{value}</s> : value}
    </td>
  );
}
