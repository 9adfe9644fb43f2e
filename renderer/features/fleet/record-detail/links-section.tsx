/** Related records: those that refer to this one, and those that only a third record or the service can provide. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { RecordLink as Link } from "#shared/contract/fleet/records.ts";
import { isNumbered, type RecordKey } from "../../../lib/records.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { FailureNotice } from "../../../ui/notice.tsx";
import { RecordLink } from "../../../ui/record-link.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useNow } from "../../../ui/use-now.ts";
import classes from "./about-tab.module.css";
import {
  loadedAtText,
  figureOf,
  additionalLinks,
  organisationIn,
  sampleOf,
  shareOf,
  unknownReason,
  wholeList,
} from "./additional-links.ts";
import { type OpenRecord, usePlansRefresh, useRecordLinks } from "./use-record.ts";

export function LinksSection({
  of,
  open,
}: {
  readonly of: RecordKey;
  readonly open: OpenRecord;
}): ReactElement | undefined {
  const state = useRecordLinks(of);
  const links = dataOf(state)?.links;
  if (links === undefined) {
    return state.state === "failed" ? (
      <FailureNotice failure={state.failure} title={t(($) => $.fleet.links.failed)} />
    ) : undefined;
  }
  const additional = additionalLinks(of, open.record, links);
  if (additional.length === 0) return undefined;
  const organisation = of.collection === "organisation" ? of.id : organisationIn(links);
  return (
    <section aria-label={t(($) => $.fleet.links.title)} className={classes["group"]}>
      <h3>{t(($) => $.fleet.links.title)}</h3>
      <dl className={classes["sections"]}>
        {additional.map((link) => (
          <div key={link.relation}>
            <dt>{formatText(link.title)}</dt>
            <dd>
              <LinkLines link={link} of={of} organisation={organisation} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface LinkLinesProps {
  readonly link: Link;
  readonly of: RecordKey;
  /** The organisation whose tariff plans would be loaded. */
  readonly organisation: string | undefined;
}

function LinkLines({ link, of, organisation }: LinkLinesProps): ReactElement {
  const now = useNow();
  const from = useFleetdesk((state) => state.address);
  const whole = wholeList(link);
  const remarks = [shareOf(link.cache), loadedAtText(link, now)].filter((remark) => remark !== undefined);
  return (
    <div className={classes["links"]}>
      <span>
        <Figure link={link} />
        {whole === undefined ? undefined : (
          <a className={classes["listLink"]} href={whole.href}>
            {whole.label}
          </a>
        )}
      </span>
      {sampleOf(link).map(({ id, name }) => (
        <span key={id}>
          <RecordLink from={from} mono={isNumbered(link.collection)} to={{ collection: link.collection, id }}>
            {name ?? id}
          </RecordLink>
          {"\u2002"}
          {name === undefined ? undefined : <span className={`mono ${classes["id"]}`}>{id}</span>}
        </span>
      ))}
      {remarks.length === 0 ? undefined : <span className="muted">{remarks.join(" · ")}</span>}
      {link.note === undefined ? undefined : <span className="muted">{formatText(link.note)}</span>}
      <LoadPlansButton link={link} of={of} organisation={organisation} />
    </div>
  );
}

function Figure({ link }: { readonly link: Link }): ReactElement | undefined {
  const missing = unknownReason(link);
  const figure = figureOf(link);
  if (missing !== undefined) return <StatusPill tone="neutral">{missing}</StatusPill>;
  if (figure === undefined) return undefined;
  return <span className={classes[link.total === 0 ? "none" : "figure"]}>{figure}</span>;
}

/** No record lists an organisation's tariff plans; they are loaded on demand. */
function LoadPlansButton({ link, of, organisation }: LinkLinesProps): ReactElement | undefined {
  const ofOne = link.relation === "tariff-plans" && organisation !== undefined;
  const ofAll = link.relation === "organisations" && of.collection === "tariff_plan";
  const { busy, problem, run } = usePlansRefresh(ofAll ? undefined : organisation);
  if (!ofOne && !ofAll) return undefined;
  return (
    <>
      <span>
        <Button loading={busy} onClick={run} size="compact-xs" variant="default">
          {ofAll ? t(($) => $.fleet.links.loadAllPlans) : t(($) => $.fleet.links.loadPlans)}
        </Button>
      </span>
      {problem === undefined ? undefined : <span role="status">{problem}</span>}
    </>
  );
}
