/** One entry: what was done to what, by whom, what the service said, and its links in the chain. */
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
    <DetailAside label="Entry" onClose={close} title={entry?.what ?? "Entry"}>
      {remote.state === "failed" ? <FailureNotice failure={remote.failure} /> : undefined}
      {entry === undefined ? undefined : (
        <>
          <p>
            <OutcomeMark outcome={entry.outcome} /> {outcomeLooks[entry.outcome].hint}
          </p>
          {entry.answer?.words === undefined ? undefined : <p className={classes["words"]}>{entry.answer.words}</p>}
          {entry.settled === undefined ? undefined : (
            <p className={classes["words"]}>
              <strong>Found out {exactly(entry.settled.at)}:</strong> {entry.settled.words}
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
  "application-token": "an application token",
  user: "user name and password",
  refresh: "a refresh token",
} as const;

function factsOf(entry: Detail): readonly (readonly [string, string])[] {
  const { at, answer, settled, chain, who, connection, service, method, path } = entry;
  const tookMs = answer === undefined ? 0 : answer.at - at;
  const took = tookMs < 1000 ? "" : `, after ${lasting(tookMs)}`;
  const codes = [answer?.status, answer?.serviceCode === undefined ? undefined : `service code ${answer.serviceCode}`];
  const said = codes.filter((part) => part !== undefined).join(", ");
  const made = answer?.created ?? settled?.created;
  const { id, name } = who.organisation ?? {};
  const organisation = name === undefined ? id : id === undefined ? name : `${name} (${id})`;
  return [
    ["When", exactly(at)],
    ["Answered", answer === undefined ? "not noted" : `${exactly(answer.at)}${took}`],
    ["Status", said === "" ? "none" : said],
    ...(made === undefined ? [] : ([["Created", made]] as const)),
    ["Signed in by", who.signIn === undefined ? "unknown" : ways[who.signIn]],
    ["User", who.user ?? "not told by the session"],
    ["Organisation", organisation ?? "not told by the session"],
    ["On this computer", who.system ?? "not told by the system"],
    ["Connection", connection ?? "none: credentials were only tried"],
    ["Service", service],
    ["Call", `${method} ${path}`],
    ["Numbers in the chain", chain.join(", ")],
  ];
}

/** The links as they are chained, for whoever checks them with other means. */
function Links({ entry }: { readonly entry: Detail }): ReactElement {
  return (
    <details className={classes["raw"]}>
      <summary>Links in the chain</summary>
      {entry.links.map(({ seq, hash, entry: text }) => (
        <div key={seq}>
          <p className={classes["hash"]}>
            <span className="muted">Link {seq}</span> <Copyable label={`the hash of link ${seq}`} mono value={hash} />
          </p>
          {/* Scrolls by itself, so the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
          <pre aria-label={`Link ${seq} as JSON`} role="region" tabIndex={0}>
            {JSON.stringify(JSON.parse(text), undefined, 2)}
          </pre>
        </div>
      ))}
    </details>
  );
}
