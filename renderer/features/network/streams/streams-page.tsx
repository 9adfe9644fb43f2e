/** Data streams, and the API callbacks that they deliver to. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { PageHead } from "../../../ui/page-frame/page-head.tsx";
import { Page } from "../../../ui/page-frame/page.tsx";
import { CallbacksPart } from "./callbacks-part.tsx";
import { StreamsPart } from "./streams-part.tsx";
import { useNetworkLists } from "../use-network-lists.ts";

export function StreamsPage(): ReactElement {
  const callbacks = useFleetdesk((state) => state.address.path[1] === "callbacks");
  const { busy, refresh } = useNetworkLists("streams.list", "streams.callbacks");
  return (
    <Page label={t(($) => $.network.streams.page.title)}>
      <PageHead
        actions={
          <Button disabled={busy} onClick={() => void refresh()}>
            {t(($) => $.network.streams.page.refresh)}
          </Button>
        }
        tabs={[
          { title: t(($) => $.network.streams.page.streams), at: "/streams", current: !callbacks },
          { title: t(($) => $.network.streams.page.callbacks), at: "/streams/callbacks", current: callbacks },
        ]}
        title={t(($) => $.network.streams.page.title)}
      />
      {callbacks ? <CallbacksPart /> : <StreamsPart />}
    </Page>
  );
}
