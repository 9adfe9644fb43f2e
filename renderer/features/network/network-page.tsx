/** DNS configurations, and the service profiles that use them. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { DnsPart } from "./dns-part.tsx";
import { ProfilesPart } from "./profiles-part.tsx";

export function NetworkPage(): ReactElement {
  const profiles = useFleetdesk((state) => state.address.path[1] === "profiles");
  const busy = useFleetdesk((state) => state.dnsList.state === "loading" || state.profileList.state === "loading");
  const load = useFleetdesk((state) => state.loadNetwork);
  const refresh = useFleetdesk((state) => state.refreshNetwork);
  useEffect(() => void load(), [load]);
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
