/** Campaigns of the connection, newest first, and drafts. */
import { t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useSavedPlace } from "../../app/store/use-saved-place.ts";
import { useConnection } from "../../data/connection.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Page, PageToolbar, Spacer } from "../../ui/page-frame/page.tsx";
import classes from "./campaigns.module.css";
import { listFilter, stateChips } from "./list-filter.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatDateTime, formatNumber, formatRelative } from "#shared/format.ts";
import { campaignLabel } from "../../lib/outcome-labels.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { audienceSize, countSentence, describeCampaign, expectsAnswers, outcomeShares } from "./campaign-counts.ts";
import { ShareBar } from "./share-bar.tsx";
import { ActionList } from "../../app/actions/action-list.tsx";
import { ActionButton } from "../../app/actions/run-action.tsx";
import type { Action } from "../../app/actions/action.ts";
import { showDeleted } from "../../app/actions/show-deleted.ts";
import type { Draft } from "#shared/contract/campaigns/drafts.ts";
import { fleet } from "../../lib/fleet.ts";

export function CampaignList(): ReactElement {
  const campaigns = useFleetQuery("campaigns.list", {}, { reloadOnOpen: true });
  const connection = useConnection()?.name;
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const navigate = useFleetdesk((state) => state.navigate);
  const all = useMemo(
    () => (dataOf(campaigns)?.campaigns ?? []).filter((campaign) => campaign.connection === connection),
    [campaigns, connection],
  );
  const { states, search } = listFilter(query);
  const rows = useMemo(
    () =>
      all.filter(
        ({ state, name }) =>
          (states.length === 0 || states.includes(state)) && name.toLowerCase().includes(search.toLowerCase()),
      ),
    [all, states, search],
  );
  return (
    <Page label={t(($) => $.campaigns.title)}>
      <PageHead
        actions={
          <>
            <Button onClick={() => navigate({ path: ["campaigns", "verify"], query: {} })}>
              {t(($) => $.campaigns.verifyEvidence)}
            </Button>
            <Button onClick={() => navigate({ path: ["campaigns", "new"], query: {} })} variant="filled">
              {t(($) => $.campaigns.newCampaign)}
            </Button>
          </>
        }
        title={t(($) => $.campaigns.title)}
      />
      {all.length === 0 ? undefined : (
        <PageToolbar>
          <CountChips
            chips={stateChips(all)}
            label={t(($) => $.campaigns.list.filterByState)}
            onPress={(pressed) =>
              setQuery({ state: pressed.length === 0 ? undefined : pressed.join(",") }, { replace: true })
            }
            pressed={states}
          />
          <Spacer />
          <TextInput
            aria-label={t(($) => $.campaigns.list.search)}
            onChange={({ currentTarget }) => setQuery({ search: currentTarget.value }, { replace: true })}
            placeholder={t(($) => $.campaigns.list.searchPlaceholder)}
            type="search"
            value={search}
          />
        </PageToolbar>
      )}
      <div className={classes["body"]}>
        <DraftRows />
        {campaigns.state === "failed" ? (
          <FailureNotice
            actions={
              <Button onClick={() => void reloadQueries("campaigns.list")}>{t(($) => $.campaigns.list.reload)}</Button>
            }
            failure={campaigns.failure}
            title={t(($) => $.campaigns.list.loadFailed)}
          />
        ) : undefined}
        {rows.length > 0 ? (
          <CampaignRows campaigns={rows} query={JSON.stringify([connection, states, search])} />
        ) : undefined}
        {all.length > 0 && rows.length === 0 ? (
          <Notice
            actions={
              <Button onClick={() => setQuery({ state: undefined, search: undefined })}>
                {t(($) => $.campaigns.list.clearFilters)}
              </Button>
            }
            title={t(($) => $.campaigns.list.noMatch)}
          />
        ) : undefined}
        {campaigns.state === "ready" && all.length === 0 ? (
          <Notice
            actions={
              <Button onClick={() => navigate({ path: ["campaigns", "new"], query: {} })}>
                {t(($) => $.campaigns.list.createFirst)}
              </Button>
            }
            title={t(($) => $.campaigns.list.empty)}
          >
            {t(($) => $.campaigns.list.emptyHelp)}
          </Notice>
        ) : undefined}
      </div>
    </Page>
  );
}

interface CampaignRowsProps {
  readonly campaigns: readonly CampaignStatus[];
  /** Identity of the list. */
  readonly query: string;
}

/** The counts may take three lines: none of them is cut off. */
const heightOf = (): number => 74;
const head = [
  t(($) => $.campaigns.campaign),
  t(($) => $.campaigns.list.state),
  t(($) => $.common.outcome),
  t(($) => $.campaigns.list.delivered),
  t(($) => $.campaigns.list.expectedReplies),
  t(($) => $.common.created),
  t(($) => $.campaigns.list.started),
];

/** Campaigns as rows: state, outcome, delivery status and replies in separate columns. */
function CampaignRows({ campaigns, query }: CampaignRowsProps): ReactElement {
  const { place, onPlace } = useSavedPlace("campaigns", query);
  const navigate = useFleetdesk((state) => state.navigate);
  const now = useNow();
  return (
    <div className={classes["rows"]}>
      <ActionList
        connection={campaigns[0]?.connection ?? ""}
        head={head}
        heightOf={heightOf}
        key={query}
        keyOf={({ campaignId }) => campaignId}
        kind="campaign"
        label={t(($) => $.campaigns.title)}
        nameOf={({ name }) => name}
        onOpen={({ campaignId }) => navigate({ path: ["campaigns", campaignId], query: {} })}
        onPlace={onPlace}
        place={place}
        renderCells={(campaign) => <Cells campaign={campaign} now={now} />}
        rows={campaigns}
        rowTarget={(campaign) => ({ kind: "campaign", campaign })}
        template="minmax(110px, 1.4fr) minmax(88px, 1fr) minmax(140px, 2fr) minmax(48px, 72px) minmax(48px, 104px) minmax(56px, 88px) minmax(56px, 88px)"
      />
    </div>
  );
}

function Cells({ campaign, now }: { readonly campaign: CampaignStatus; readonly now: number }): ReactElement {
  const { campaignId, name, message, counts, delivery, replies, createdAt, startedAt } = campaign;
  const { text, tone } = campaignLabel(campaign);
  const description = describeCampaign(campaign);
  const outcome = countSentence(counts);
  return (
    <>
      <span className={classes["lines"]} role="gridcell" title={`${name}\n${description}`}>
        <a className={classes["name"]} href={`#/campaigns/${campaignId}`} tabIndex={-1}>
          {name}
        </a>
        <span className="muted">{description}</span>
      </span>
      <span className={classes["lines"]} role="gridcell" title={message}>
        <StatusPill tone={tone}>{text}</StatusPill>
        {message === undefined ? undefined : <span className="muted">{message}</span>}
      </span>
      <span className={classes["lines"]} role="gridcell" title={outcome}>
        <ShareBar
          height={8}
          label={t(($) => $.campaigns.list.outcomeOf, { count: audienceSize(counts) })}
          shares={outcomeShares(counts)}
        />
        <span className={`muted ${classes["counts"]}`}>{outcome}</span>
      </span>
      <span className={classes["lines"]} role="gridcell">
        {counts.accepted === 0 ? "–" : formatNumber(delivery["delivered"] ?? 0)}
      </span>
      <span className={classes["lines"]} role="gridcell">
        {expectsAnswers(campaign) && counts.accepted > 0 ? formatNumber(replies["as-expected"] ?? 0) : "–"}
      </span>
      <span className={classes["lines"]} role="gridcell" title={formatDateTime(createdAt)}>
        {formatRelative(createdAt, now)}
      </span>
      <span
        className={classes["lines"]}
        role="gridcell"
        title={startedAt === undefined ? undefined : formatDateTime(startedAt)}
      >
        {startedAt === undefined ? "–" : formatRelative(startedAt, now)}
      </span>
    </>
  );
}

const stepNames = {
  audience: t(($) => $.planning.steps.audience),
  text: t(($) => $.planning.steps.text),
  safety: t(($) => $.planning.steps.safety),
  review: t(($) => $.planning.steps.review),
} as const;

const nameOf = ({ body }: Draft): string => body.name ?? t(($) => $.campaigns.drafts.untitled);

const discardDraft: Action<Draft> = {
  id: "discard-campaign-draft",
  title: t(($) => $.campaigns.drafts.discard),
  run: async (draft) => {
    await fleet.drafts.remove({ id: draft.id });
    await reloadQueries("drafts.list");
    const title = t(($) => $.campaigns.drafts.discarded, { name: nameOf(draft) });
    showDeleted({ title, restore: restoreDraft, target: draft });
  },
};

const restoreDraft: Action<Draft> = {
  id: "restore-campaign-draft",
  title: t(($) => $.campaigns.drafts.restore),
  run: async ({ connection, step, body }) => {
    await fleet.drafts.save({ connection, step, body });
    await reloadQueries("drafts.list");
  },
};

/** Drafts of campaigns, with the last step opened. */
function DraftRows(): ReactElement | undefined {
  const { drafts = [] } = useFleetData("drafts.list", {}) ?? {};
  const connection = useConnection()?.name;
  const now = useNow();
  const ours = drafts.filter((draft) => draft.connection === connection);
  if (ours.length === 0) return undefined;
  return (
    <section aria-label={t(($) => $.campaigns.drafts.title)} className={classes["drafts"]}>
      <h2>{t(($) => $.campaigns.drafts.title)}</h2>
      <ul>
        {ours.map((draft) => (
          <li key={draft.id}>
            <a className={classes["name"]} href={`#/campaigns/new/${draft.id}?step=${draft.step}`}>
              {nameOf(draft)}
            </a>
            <span className="muted">
              {t(($) => $.campaigns.drafts.position, {
                step: stepNames[draft.step],
                edited: formatRelative(draft.updatedAt, now),
              })}
            </span>
            <span className={classes["gap"]} />
            <Button component="a" href={`#/campaigns/new/${draft.id}?step=${draft.step}`}>
              {t(($) => $.campaigns.drafts.continue)}
            </Button>
            <ActionButton action={discardDraft} target={draft} variant="subtle" />
          </li>
        ))}
      </ul>
    </section>
  );
}
