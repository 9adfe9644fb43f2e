/** DNS configurations, and the service profiles that use them. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { DnsPart } from "./dns-part.tsx";
import { ProfilesPart } from "./profiles-part.tsx";
import { useNetworkLists } from "./use-network-lists.ts";

export function NetworkPage(): ReactElement {
  const profiles = useFleetdesk((state) => state.address.path[1] === "profiles");
  const { busy, refresh } = useNetworkLists("dns.list", "profiles.list");
  return (
    <Page label={t(($) => $.network.page.title)}>
      <PageHead
        actions={
          <Button disabled={busy} onClick={() => void refresh()}>
            {t(($) => $.network.page.refresh)}
          </Button>
        }
        tabs={[
          { title: t(($) => $.network.page.dns), at: "/network", current: !profiles },
          { title: t(($) => $.network.page.profiles), at: "/network/profiles", current: profiles },
        ]}
        title={t(($) => $.network.page.title)}
      />
      {profiles ? <ProfilesPart /> : <DnsPart />}
    </Page>
  );
}
