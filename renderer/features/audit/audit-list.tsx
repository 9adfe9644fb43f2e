/** The entries, newest first, page by page. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { AuditEntry } from "#contract/audit-words.ts";
import { exactly, when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ListWaiting } from "../../ui/page-frame/list-waiting.tsx";
import { ListFoot } from "../../ui/page-frame/list-with-detail.tsx";
import { Gap } from "../../ui/page-frame/page.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useNow } from "../../ui/use-now.ts";
import { answerWords, filterNames, isNarrowed, targetKindWords, targetWords, whoWords } from "./audit-model.ts";
import classes from "./audit.module.css";
import { OutcomeMark } from "./outcome-mark.tsx";

/** So many rows ahead of what is seen the next page is fetched. */
const ahead = 60;
const keyOf = ({ id }: AuditEntry): string => id;
const compactPx = (): number => 28;
const roomyPx = (): number => 36;

export function AuditList(): ReactElement {
  const of = useFleetdesk((state) => state.auditQuery);
  const remote = useFleetdesk((state) => state.audit);
  const place = useFleetdesk((state) => state.auditPlace);
  const keepPlace = useFleetdesk((state) => state.keepAuditPlace);
  const more = useFleetdesk((state) => state.moreAudit);
  const renew = useFleetdesk((state) => state.renewAudit);
  const refine = useFleetdesk((state) => state.refine);
  const marked = useFleetdesk((state) => state.address.query["entry"]);
  const compact = useFleetdesk((state) => state.settings?.density !== "comfortable");
  const found = shown(remote);
  const again = <Button onClick={() => void renew()}>{t(($) => $.common.retry)}</Button>;
  if (found === undefined) {
    if (remote.state !== "failed") return <ListWaiting />;
    return <FailureNotice actions={again} failure={remote.failure} />;
  }
  if (found.items.length === 0) return <Nothing hasAny={found.hasAny} />;
  return (
    <>
      <RowList
        head={[
          t(($) => $.common.time),
          t(($) => $.common.outcome),
          t(($) => $.audit.list.action),
          t(($) => $.audit.list.target),
          t(($) => $.audit.list.user),
          t(($) => $.common.connection),
          t(($) => $.audit.list.response),
        ]}
        heightOf={compact ? compactPx : roomyPx}
        isMarked={({ id }) => id === marked}
        key={of}
        keyOf={keyOf}
        label={t(($) => $.audit.list.label)}
        onOpen={({ id }) => refine({ entry: id, open: undefined, tab: undefined }, { replace: marked !== undefined })}
        onPlace={keepPlace}
        onSeen={(_first, last) => {
          if (last > found.items.length - ahead) void more();
        }}
        place={place}
        renderCells={(entry) => <Cells entry={entry} />}
        rows={found.items}
        template="minmax(64px, 108px) minmax(88px, 100px) minmax(120px, 1.6fr) minmax(88px, 1.1fr) minmax(80px, 1fr) minmax(72px, 0.8fr) minmax(80px, 1.6fr)"
      />
      <Foot
        count={found.items.length}
        failure={remote.state === "failed" ? formatText(remote.failure.text) : undefined}
        more={found.nextCursor !== undefined}
      />
    </>
  );
}

function Foot({
  count,
  more,
  failure,
}: {
  readonly count: number;
  readonly more: boolean;
  readonly failure: string | undefined;
}): ReactElement {
  return (
    <ListFoot>
      <span>{more ? t(($) => $.audit.list.countMore, { count }) : t(($) => $.audit.list.count, { count })}</span>
      {failure === undefined ? undefined : <span role="alert">{failure}</span>}
      <Gap />
      <ShowAll />
    </ListFoot>
  );
}

function ShowAll(): ReactElement | undefined {
  const asked = useFleetdesk((state) => state.auditAsked);
  const refine = useFleetdesk((state) => state.refine);
  if (!isNarrowed(asked)) return undefined;
  return (
    <Button onClick={() => refine(Object.fromEntries(filterNames.map((name) => [name, undefined])))} variant="subtle">
      {t(($) => $.common.clearFilters)}
    </Button>
  );
}

function Cells({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const now = useNow();
  const { at, what, target, who, connection, service } = entry;
  const answer = answerWords(entry);
  return (
    <>
      <span className={classes["cell"]} role="gridcell" title={exactly(at)}>
        {when(at, now)}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <OutcomeMark outcome={entry.outcome} />
      </span>
      <span className={classes["cell"]} role="gridcell" title={what}>
        {what}
      </span>
      <span className={classes["cell"]} role="gridcell" title={target && targetWords(target)}>
        {target === undefined ? (
          <span className="muted">–</span>
        ) : (
          <>
            {targetKindWords(target.kind)} <span className="mono">{target.id}</span>
          </>
        )}
      </span>
      <span className={classes["cell"]} role="gridcell" title={whoWords(who)}>
        {whoWords(who)}
      </span>
      <span className={classes["cell"]} role="gridcell" title={service}>
        {connection ?? <span className="muted">{service}</span>}
      </span>
      <span className={classes["cell"]} role="gridcell" title={answer}>
        {answer}
      </span>
    </>
  );
}

/** Nothing there and nothing that fits are two different things. */
function Nothing({ hasAny }: { readonly hasAny: boolean }): ReactElement {
  if (hasAny) return <Notice actions={<ShowAll />} title={t(($) => $.audit.list.noMatch)} />;
  return <Notice title={t(($) => $.audit.list.empty)}>{t(($) => $.audit.list.emptyHelp)}</Notice>;
}
