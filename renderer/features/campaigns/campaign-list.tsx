/** Campaigns of the connection, newest first, and drafts. */
import { t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Spacer, Page, PageToolbar } from "../../ui/page-frame/page.tsx";
import { CampaignRows } from "./campaign-rows.tsx";
import classes from "./campaigns.module.css";
import { DraftRows } from "./draft-rows.tsx";
import { listFilter, stateChips } from "./list-filter.ts";

export function CampaignList(): ReactElement {
  const campaigns = useFleetQuery("campaigns.list", {}, { reloadOnOpen: true });
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
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
        {all.length > 0 ? <CampaignRows campaigns={rows} /> : undefined}
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
