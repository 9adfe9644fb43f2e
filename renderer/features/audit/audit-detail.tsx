/** One entry: what was done to what, by whom, what the service said, and its links in the chain. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback } from "react";
import type { AuditDetail as Detail } from "#contract/audit-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { exactly, lasting } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { DetailAside } from "../../ui/page-frame/detail-aside.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { outcomeLooks } from "./audit-model.ts";
import classes from "./audit.module.css";
import { FieldChanges } from "./field-changes.tsx";
import { OutcomeMark } from "./outcome-mark.tsx";
import { TargetLinks } from "./target-links.tsx";

export function AuditDetail({ id }: { readonly id: string }): ReactElement {
  // An answer that came since is another answer to the same question.
  const listed = useFleetdesk((state) => shown(state.audit)?.items.find((one) => one.id === id)?.chain.length);
  const ask = useCallback(
    (signal: AbortSignal) => fleet.audit.get({ id }, signal).then((entry) => ({ ...entry, listed })),
    [id, listed],
  );
  const remote = useRemote(ask);
  const refine = useFleetdesk((state) => state.refine);
  const close = useCallback(() => refine({ entry: undefined }), [refine]);
  const entry = shown(remote);
  return (
    <DetailAside label={t(($) => $.audit.entry)} onClose={close} title={entry?.what ?? t(($) => $.audit.entry)}>
      {remote.state === "failed" ? <FailureNotice failure={remote.failure} /> : undefined}
      {entry === undefined ? undefined : (
        <>
          <p>
            <OutcomeMark outcome={entry.outcome} /> {outcomeLooks[entry.outcome].hint}
          </p>
          {entry.answer?.words === undefined ? undefined : <p className={classes["words"]}>{entry.answer.words}</p>}
          {entry.settled === undefined ? undefined : (
            <p className={classes["words"]}>
              <strong>{t(($) => $.audit.detail.resolvedAt, { time: exactly(entry.settled.at) })}</strong>{" "}
              {entry.settled.words}
            </p>
          )}
          <FieldChanges fields={entry.fields} outcome={entry.outcome} />
          <TargetLinks entry={entry} />
          <Facts facts={factsOf(entry)} />
          <Links entry={entry} />
        </>
      )}
    </DetailAside>
  );
}

const ways = {
  "application-token": t(($) => $.audit.detail.applicationToken),
  user: t(($) => $.audit.detail.password),
  refresh: t(($) => $.audit.detail.refreshToken),
} as const;

function factsOf(entry: Detail): readonly (readonly [string, string])[] {
  const { at, answer, settled, chain, who, connection, service, method, path } = entry;
  const tookMs = answer === undefined ? 0 : answer.at - at;
  const answered =
    answer === undefined
      ? t(($) => $.audit.detail.notRecorded)
      : tookMs < 1000
        ? exactly(answer.at)
        : t(($) => $.audit.detail.answeredAfter, { time: exactly(answer.at), duration: lasting(tookMs) });
  const codes = [
    answer?.status,
    answer?.serviceCode === undefined ? undefined : t(($) => $.audit.detail.serviceCode, { code: answer.serviceCode }),
  ];
  const said = codes.filter((part) => part !== undefined).join(", ");
  const made = answer?.created ?? settled?.created;
  const { id, name } = who.organisation ?? {};
  const organisation =
    name === undefined ? id : id === undefined ? name : t(($) => $.audit.detail.organisationWithId, { name, id });
  return [
    [t(($) => $.common.time), exactly(at)],
    [t(($) => $.audit.detail.response), answered],
    [t(($) => $.common.status), said === "" ? t(($) => $.common.none) : said],
    ...(made === undefined ? [] : ([[t(($) => $.common.created), made]] as const)),
    [t(($) => $.audit.detail.signedInWith), who.signIn === undefined ? t(($) => $.common.unknown) : ways[who.signIn]],
    [t(($) => $.audit.detail.user), who.user ?? t(($) => $.audit.detail.notInSession)],
    [t(($) => $.audit.detail.organisation), organisation ?? t(($) => $.audit.detail.notInSession)],
    [t(($) => $.audit.detail.systemUser), who.system ?? t(($) => $.audit.detail.notInSystem)],
    [t(($) => $.common.connection), connection ?? t(($) => $.audit.detail.credentialsTest)],
    [t(($) => $.audit.detail.service), service],
    [t(($) => $.audit.detail.apiCall), `${method} ${path}`],
    [t(($) => $.audit.detail.chainLinks), chain.join(", ")],
  ];
}

/** The links as they are chained, for whoever checks them with other means. */
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
          {/* Scrolls by itself, so the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
          <pre aria-label={t(($) => $.audit.detail.linkAsJson, { seq })} role="region" tabIndex={0}>
            {JSON.stringify(JSON.parse(text), undefined, 2)}
          </pre>
        </div>
      ))}
    </details>
  );
}
