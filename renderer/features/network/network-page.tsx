/** DNS configurations and the service profiles that use them; data streams and the API callbacks that they deliver to. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { DnsPart } from "./dns-part.tsx";
import { ProfilesPart } from "./profiles-part.tsx";
import { CallbacksPart } from "./streams/callbacks-part.tsx";
import { StreamsPart } from "./streams/streams-part.tsx";
import { type NetworkList, useNetworkLists } from "./use-network-lists.ts";

interface Section {
  readonly title: string;
  readonly at: string;
  readonly list: NetworkList;
  readonly part: () => ReactElement;
}

interface SectionsProps {
  readonly title: string;
  readonly refreshLabel: string;
  readonly sections: readonly [Section, Section];
}

function Sections({ title, refreshLabel, sections }: SectionsProps): ReactElement {
  const path = useFleetdesk((state) => `/${state.address.path.slice(0, 2).join("/")}`);
  const [first, second] = sections;
  const { busy, refresh } = useNetworkLists(first.list, second.list);
  const { at: current, part: Part } = path === second.at ? second : first;
  return (
    <Page label={title}>
      <PageHead
        actions={
          <Button disabled={busy} onClick={() => void refresh()}>
            {refreshLabel}
          </Button>
        }
        tabs={sections.map(({ title: tab, at }) => ({ title: tab, at, current: at === current }))}
        title={title}
      />
      <Part />
    </Page>
  );
}

export function NetworkPage(): ReactElement {
  return (
    <Sections
      refreshLabel={t(($) => $.network.page.refresh)}
      sections={[
        { title: t(($) => $.network.page.dns), at: "/network", list: "dns.list", part: DnsPart },
        {
          title: t(($) => $.network.page.profiles),
          at: "/network/profiles",
          list: "profiles.list",
          part: ProfilesPart,
        },
      ]}
      title={t(($) => $.network.page.title)}
    />
  );
}

export function StreamsPage(): ReactElement {
  return (
    <Sections
      refreshLabel={t(($) => $.network.streams.page.refresh)}
      sections={[
        { title: t(($) => $.network.streams.page.streams), at: "/streams", list: "streams.list", part: StreamsPart },
        {
          title: t(($) => $.network.streams.page.callbacks),
          at: "/streams/callbacks",
          list: "streams.callbacks",
          part: CallbacksPart,
        },
      ]}
      title={t(($) => $.network.streams.page.title)}
    />
  );
}
