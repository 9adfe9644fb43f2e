/** The campaigns of the connection, the newest first, and what is being written. */
import { t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useMemo } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Gap, Page, PageStrip } from "../../ui/page-frame/page.tsx";
import { CampaignRows } from "./campaign-rows.tsx";
import classes from "./campaigns.module.css";
import { DraftRows } from "./draft-rows.tsx";
import { listFilter, stateChips } from "./list-model.ts";

export function CampaignList(): ReactElement {
  const campaigns = useFleetdesk((state) => state.campaigns);
  const load = useFleetdesk((state) => state.loadCampaigns);
  const loadCampaignDrafts = useFleetdesk((state) => state.loadCampaignDrafts);
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const go = useFleetdesk((state) => state.go);
  useEffect(() => {
    void load();
    void loadCampaignDrafts();
  }, [load, loadCampaignDrafts]);
  const all = useMemo(
    () => (shown(campaigns) ?? []).filter((campaign) => campaign.connection === connection),
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
            <Button onClick={() => go({ path: ["campaigns", "verify"], query: {} })}>
              {t(($) => $.campaigns.verifyEvidence)}
            </Button>
            <Button onClick={() => go({ path: ["campaigns", "new"], query: {} })} variant="filled">
              {t(($) => $.campaigns.newCampaign)}
            </Button>
          </>
        }
        title={t(($) => $.campaigns.title)}
      />
      {all.length === 0 ? undefined : (
        <PageStrip>
          <CountChips
            chips={stateChips(all)}
            label={t(($) => $.campaigns.list.filterByState)}
            onPress={(pressed) =>
              refine({ state: pressed.length === 0 ? undefined : pressed.join(",") }, { replace: true })
            }
            pressed={states}
          />
          <Gap />
          <TextInput
            aria-label={t(($) => $.campaigns.list.search)}
            onChange={({ currentTarget }) => refine({ search: currentTarget.value }, { replace: true })}
            placeholder={t(($) => $.campaigns.list.searchPlaceholder)}
            type="search"
            value={search}
          />
        </PageStrip>
      )}
      <div className={classes["body"]}>
        <DraftRows />
        {campaigns.state === "failed" ? (
          <FailureNotice
            actions={<Button onClick={() => void load()}>{t(($) => $.common.retry)}</Button>}
            failure={campaigns.failure}
            title={t(($) => $.campaigns.list.loadFailed)}
          />
        ) : undefined}
        {all.length > 0 ? <CampaignRows campaigns={rows} /> : undefined}
        {all.length > 0 && rows.length === 0 ? (
          <Notice
            actions={
              <Button onClick={() => refine({ state: undefined, search: undefined })}>
                {t(($) => $.campaigns.list.clearFilters)}
              </Button>
            }
            title={t(($) => $.campaigns.list.noMatch)}
          />
        ) : undefined}
        {campaigns.state === "ready" && all.length === 0 ? (
          <Notice
            actions={
              <Button onClick={() => go({ path: ["campaigns", "new"], query: {} })}>
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
