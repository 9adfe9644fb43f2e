/** The entries, newest first, page by page. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useSavedPlace } from "../../app/store/use-saved-place.ts";
import { clearFilters } from "../../app/actions/undo.ts";
import { ActionList } from "../../app/actions/action-list.tsx";
import { useConnection } from "../../data/connection.ts";
import { useSettings } from "../../data/settings.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ListWaiting, ListFoot, Spacer } from "../../ui/page-frame/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { responseText, filterNames, isNarrowed, targetKindLabel, targetLabel, actorText } from "./audit-query.ts";
import classes from "./audit.module.css";
import type { Audit } from "./use-audit.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 60;
const keyOf = ({ id }: AuditEntry): string => id;
const compactPx = (): number => 28;
const roomyPx = (): number => 36;

export function AuditList({ audit }: { readonly audit: Audit }): ReactElement {
  const { state: auditState, query, request, loadMore, reload } = audit;
  const { place, onPlace } = useSavedPlace("audit", query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const connection = useConnection()?.name ?? "";
  const marked = useFleetdesk((state) => state.address.query["entry"]);
  const compact = useSettings(({ density }) => density) !== "comfortable";
  const result = dataOf(auditState);
  const again = <Button onClick={() => reload()}>{t(($) => $.audit.reload)}</Button>;
  if (result === undefined) {
    if (auditState.state !== "failed") return <ListWaiting />;
    return <FailureNotice actions={again} failure={auditState.failure} />;
  }
  if (result.items.length === 0) return <Nothing hasAny={result.hasAny} request={request} />;
  return (
    <>
      <ActionList
        connection={connection}
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
        key={query}
        keyOf={keyOf}
        kind="audit"
        label={t(($) => $.audit.list.label)}
        nameOf={({ operation }) => operation}
        onOpen={({ id }) => setQuery({ entry: id, open: undefined, tab: undefined }, { replace: marked !== undefined })}
        onPlace={onPlace}
        onVisibleRange={(_first, last) => {
          if (last > result.items.length - ahead) loadMore();
        }}
        place={place}
        renderCells={(entry) => <Cells entry={entry} />}
        rows={result.items}
        rowTarget={({ target }) => ({
          kind: "audit",
          filter:
            target === undefined
              ? undefined
              : { label: targetLabel(target), apply: () => setQuery({ target: `${target.kind}:${target.id}` }) },
        })}
        template="minmax(64px, 108px) minmax(88px, 100px) minmax(120px, 1.6fr) minmax(88px, 1.1fr) minmax(80px, 1fr) minmax(72px, 0.8fr) minmax(80px, 1.6fr)"
      />
      <Foot
        count={result.items.length}
        failure={auditState.state === "failed" ? formatText(auditState.failure.text) : undefined}
        more={result.nextCursor !== undefined}
        request={request}
      />
    </>
  );
}

function Foot({
  count,
  more,
  failure,
  request,
}: {
  readonly count: number;
  readonly more: boolean;
  readonly failure: string | undefined;
  readonly request: AuditQuestion;
}): ReactElement {
  return (
    <ListFoot>
      <span>{more ? t(($) => $.audit.list.countMore, { count }) : t(($) => $.audit.list.count, { count })}</span>
      {failure === undefined ? undefined : <span role="alert">{failure}</span>}
      <Spacer />
      <ShowAll request={request} />
    </ListFoot>
  );
}

function ShowAll({ request }: { readonly request: AuditQuestion }): ReactElement | undefined {
  if (!isNarrowed(request)) return undefined;
  return (
    <Button onClick={() => clearFilters(filterNames)} variant="subtle">
      {t(($) => $.common.clearFilters)}
    </Button>
  );
}

function Cells({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const now = useNow();
  const { at, operation, target, actor, connection, service } = entry;
  const answer = responseText(entry);
  return (
    <>
      <span className={classes["cell"]} role="gridcell" title={formatDateTime(at)}>
        {formatTime(at, now)}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <OutcomeBadge outcome={entry.outcome} />
      </span>
      <span className={classes["cell"]} role="gridcell" title={operation}>
        {operation}
      </span>
      <span className={classes["cell"]} role="gridcell" title={target && targetLabel(target)}>
        {target === undefined ? (
          <span className="muted">–</span>
        ) : (
          <>
            {targetKindLabel(target.kind)} <span className="mono">{target.id}</span>
          </>
        )}
      </span>
      <span className={classes["cell"]} role="gridcell" title={actorText(actor)}>
        {actorText(actor)}
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

/** Distinguishes an empty audit from a filter without matches. */
function Nothing({ hasAny, request }: { readonly hasAny: boolean; readonly request: AuditQuestion }): ReactElement {
  if (hasAny) return <Notice actions={<ShowAll request={request} />} title={t(($) => $.audit.list.noMatch)} />;
  return <Notice title={t(($) => $.audit.list.empty)}>{t(($) => $.audit.list.emptyHelp)}</Notice>;
}
