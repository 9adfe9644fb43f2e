/** Campaigns of the connection as a table, and drafts. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useState } from "react";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { useConnection } from "../../data/connection.ts";
import { dataOf } from "../../lib/async-state.ts";
import { failureOf } from "../../lib/fleet.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { RowMenuItems } from "../../app/actions/row-controls.tsx";
import { TableToolbar } from "../../app/data-table/table-toolbar.tsx";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import { useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ContextMenu, type MenuPlace } from "../../ui/context-menu.tsx";
import { clearFilters } from "../../app/actions/undo.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { PageHead, Page, PageToolbar, Spacer } from "../../ui/page-frame/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useSearchText } from "../../ui/search-field.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import {
  type CampaignListing,
  campaignRowQuery,
  campaignSorts,
  parseListing,
  stateChips,
  writeSort,
} from "./campaign-list-query.ts";
import classes from "./campaigns.module.css";
import { discardDraft, draftAddress, draftName } from "./draft-actions.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Draft } from "#shared/contract/campaigns/drafts.ts";
import { formatDateTime, formatNumber, formatRelative } from "#shared/format.ts";
import { campaignLabel } from "../../lib/outcome-labels.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { audienceSize, countSentence, expectsAnswers, formatPace, outcomeShares } from "./campaign-counts.ts";
import { ShareBar } from "./share-bar.tsx";

export function CampaignList(): ReactElement {
  const loaded = useFleetQuery("campaigns.list", {}, { reloadOnOpen: true });
  const connection = useConnection()?.name ?? "";
  const { state, search, sort } = useFleetdesk((store) => store.address.query);
  const setQuery = useFleetdesk((store) => store.setQuery);
  const navigate = useFleetdesk((store) => store.navigate);
  const all = useMemo(
    () => (dataOf(loaded)?.campaigns ?? []).filter((campaign) => campaign.connection === connection),
    [loaded, connection],
  );
  // A stable object: other parts of the address do not reload the list.
  const listing = useMemo(
    () => parseListing({ state: state ?? "", search: search ?? "", sort: sort ?? "" }),
    [state, search, sort],
  );
  const [searchText, typeSearch] = useSearchText(listing.search, (text) =>
    setQuery({ search: text === "" ? undefined : text }, { replace: true }),
  );
  const table = useCampaignTable(connection, listing);
  const open = useFleetdesk((store) => store.openCampaignList);
  const leave = useFleetdesk((store) => store.leaveCampaignList);
  useEffect(() => {
    open();
    return leave;
  }, [open, leave]);
  const narrowed = listing.states.length > 0 || listing.search.trim() !== "";
  const clear = (): void => {
    typeSearch("");
    clearFilters(["state", "search"]);
  };
  return (
    <Page label={t(($) => $.campaigns.title)} scrollsWhenLow>
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
            pressed={listing.states}
          />
          <Spacer />
          <TextInput
            aria-label={t(($) => $.campaigns.list.search)}
            onChange={({ currentTarget }) => typeSearch(currentTarget.value)}
            placeholder={t(($) => $.campaigns.list.searchPlaceholder)}
            type="search"
            value={searchText}
          />
        </PageToolbar>
      )}
      <DraftRows connection={connection} />
      {table.state.phase === "failed" ? (
        <FailureNotice
          actions={<Button onClick={table.reload}>{t(($) => $.campaigns.list.reload)}</Button>}
          failure={failureOf(table.state.failure)}
          title={t(($) => $.campaigns.list.loadFailed)}
        />
      ) : undefined}
      {table.total.value > 0 ? (
        <div className={classes["rows"]}>
          <TableToolbar narrowed={narrowed} table={table} />
          <VirtualTable {...table.grid} />
        </div>
      ) : undefined}
      {table.state.phase === "ready" && table.total.value === 0 && narrowed ? (
        <Notice
          actions={<Button onClick={clear}>{t(($) => $.campaigns.list.clearFilters)}</Button>}
          title={t(($) => $.campaigns.list.noMatch)}
        />
      ) : undefined}
      {table.state.phase === "ready" && table.total.value === 0 && !narrowed ? (
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
    </Page>
  );
}

/** They fit beside the rail in a window of 1,440 px. */
const defaultColumns: readonly string[] = [
  "name",
  "state",
  "accepted",
  "message",
  "recipients",
  "delivered",
  "asExpected",
  "createdAt",
];
const layout = { place: "campaigns", visible: defaultColumns };
const rowId = ({ campaignId }: CampaignStatus): string => campaignId;

function useCampaignTable(connection: string, listing: CampaignListing): DataTable<CampaignStatus> {
  const list = useFleetdesk((state) => state.campaignWindow);
  const navigate = useFleetdesk((state) => state.navigate);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const now = useNow();
  const { sort, descending } = listing;
  const columns = useMemo(() => campaignColumns(now), [now]);
  return useDataTable({
    id: `campaigns ${connection}`,
    connection,
    rowTarget: ({ row }) => ({ kind: "campaign", campaign: row }),
    name: t(($) => $.campaigns.title),
    list,
    query: useMemo(() => campaignRowQuery(connection, listing), [connection, listing]),
    rowId,
    columns,
    savedLayout: useSavedLayout(columns, layout),
    sort: useMemo(() => [{ field: sort, descending }], [sort, descending]),
    onSort: ([first]) => {
      const field = campaignSorts.find((one) => one === first?.field);
      setQuery({ sort: field === undefined ? undefined : writeSort(field, first?.descending === true) });
    },
    openId: undefined,
    onOpen: ({ campaignId }) => navigate({ path: ["campaigns", campaignId], query: {} }),
    onClose: undefined,
  });
}

/** Drafts of campaigns, with the last step opened. */
function DraftRows({ connection }: { readonly connection: string }): ReactElement | undefined {
  const { drafts = [] } = useFleetData("drafts.list", {}) ?? {};
  const navigate = useFleetdesk((state) => state.navigate);
  const [menu, setMenu] = useState<{ readonly draft: Draft; readonly at: MenuPlace }>();
  const now = useNow();
  const ours = drafts.filter((draft) => draft.connection === connection);
  if (ours.length === 0) return undefined;
  return (
    <section aria-label={t(($) => $.campaigns.drafts.title)} className={classes["drafts"]}>
      <h2>{t(($) => $.campaigns.drafts.title)}</h2>
      <ul>
        {ours.map((draft) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each item of the menu is a button or the link as well
          <li
            key={draft.id}
            onContextMenu={(event) => {
              event.preventDefault();
              setMenu({ draft, at: { x: event.clientX, y: event.clientY } });
            }}
          >
            <a className={classes["name"]} href={draftAddress(draft)}>
              {draftName(draft)}
            </a>
            <span className="muted">
              {t(($) => $.campaigns.drafts.position, {
                step: t(($) => $.planning.steps[draft.step]),
                edited: formatRelative(draft.updatedAt, now),
              })}
            </span>
            <span className={classes["gap"]} />
            <Button component="a" href={draftAddress(draft)}>
              {t(($) => $.campaigns.drafts.continue)}
            </Button>
            <ActionButton action={discardDraft} target={draft} variant="subtle" />
          </li>
        ))}
      </ul>
      <ContextMenu at={menu?.at} onClose={() => setMenu(undefined)}>
        {() =>
          menu === undefined ? undefined : (
            <RowMenuItems
              target={{
                kind: "draft",
                connection,
                count: 1,
                draft: menu.draft,
                open: () =>
                  navigate({ path: ["campaigns", "new", String(menu.draft.id)], query: { step: menu.draft.step } }),
              }}
            />
          )
        }
      </ContextMenu>
    </section>
  );
}

// Columns of the list of campaigns: state, outcome, delivery status and replies in separate ones.

const none = "–";

type Content = Pick<TableColumn<CampaignStatus>, "text"> & Partial<TableColumn<CampaignStatus>>;

function column(id: string, title: string, width: number, content: Content): TableColumn<CampaignStatus> {
  return {
    id,
    title,
    width,
    sortable: campaignSorts.some((sort) => sort === id),
    render: (campaign) => <span title={content.text(campaign)}>{content.text(campaign)}</span>,
    ...content,
  };
}

function timeColumn(
  id: string,
  title: string,
  now: number,
  timeOf: (campaign: CampaignStatus) => number | undefined,
): TableColumn<CampaignStatus> {
  const text = (campaign: CampaignStatus): string => {
    const at = timeOf(campaign);
    return at === undefined ? none : formatDateTime(at);
  };
  return column(id, title, 110, {
    text,
    render: (campaign) => {
      const at = timeOf(campaign);
      return at === undefined ? none : <time title={text(campaign)}>{formatRelative(at, now)}</time>;
    },
  });
}

function campaignColumns(now: number): readonly TableColumn<CampaignStatus>[] {
  return [
    column(
      "name",
      t(($) => $.campaigns.campaign),
      200,
      {
        text: ({ name }) => name,
        render: ({ campaignId, name }) => (
          <a className={classes["name"]} href={`#/campaigns/${campaignId}`} tabIndex={-1} title={name}>
            {name}
          </a>
        ),
      },
    ),
    column(
      "state",
      t(($) => $.campaigns.list.state),
      214,
      {
        text: (campaign) => campaignLabel(campaign).text,
        render: (campaign) => {
          const { text, tone } = campaignLabel(campaign);
          return (
            <StatusPill title={campaign.message && formatText(campaign.message)} tone={tone}>
              {text}
            </StatusPill>
          );
        },
      },
    ),
    column(
      "accepted",
      t(($) => $.common.outcome),
      196,
      {
        text: ({ counts }) => countSentence(counts),
        render: ({ counts }) => (
          <span className={classes["outcome"]} title={countSentence(counts)}>
            <ShareBar
              height={8}
              label={t(($) => $.campaigns.list.outcomeOf, { count: audienceSize(counts) })}
              shares={outcomeShares(counts)}
            />
            <span className="muted">{countSentence(counts)}</span>
          </span>
        ),
      },
    ),
    column(
      "message",
      t(($) => $.campaigns.list.message),
      160,
      { text: ({ message }) => (message === undefined ? "" : formatText(message)) },
    ),
    column(
      "recipients",
      t(($) => $.campaigns.recipients.title),
      92,
      { align: "end", text: ({ counts }) => formatNumber(audienceSize(counts)) },
    ),
    column(
      "pace",
      t(($) => $.campaigns.timeline.title),
      140,
      { text: formatPace },
    ),
    column(
      "delivered",
      t(($) => $.campaigns.list.delivered),
      92,
      {
        align: "end",
        text: ({ counts, delivery }) => (counts.accepted === 0 ? none : formatNumber(delivery["delivered"] ?? 0)),
      },
    ),
    column(
      "asExpected",
      t(($) => $.campaigns.list.expectedReplies),
      124,
      {
        align: "end",
        text: (campaign) =>
          expectsAnswers(campaign) && campaign.counts.accepted > 0
            ? formatNumber(campaign.replies["as-expected"] ?? 0)
            : none,
      },
    ),
    timeColumn(
      "createdAt",
      t(($) => $.common.created),
      now,
      ({ createdAt }) => createdAt,
    ),
    timeColumn(
      "startedAt",
      t(($) => $.campaigns.list.started),
      now,
      ({ startedAt }) => startedAt,
    ),
  ];
}
