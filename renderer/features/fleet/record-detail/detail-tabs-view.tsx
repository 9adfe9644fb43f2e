/** The tabs available for a record's collection; the open one is in the address. */
import { Tabs } from "@mantine/core";
import { type ReactElement, Suspense } from "react";
import { detailTabs } from "../../../app/detail-tabs.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import classes from "./record-detail.module.css";

export function DetailTabs({ of, open }: DetailTabProps): ReactElement {
  const requestedTab = useFleetdesk((state) => state.address.query["tab"]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const tabs = detailTabs.filter(({ collections }) => collections === "all" || collections.includes(of.collection));
  const first = tabs[0]?.id;
  const current = tabs.some(({ id }) => id === requestedTab) ? requestedTab : first;
  return (
    <Tabs
      classNames={{
        root: classes["tabs"] ?? "",
        list: classes["list"] ?? "",
        tab: classes["tab"] ?? "",
        panel: classes["panel"] ?? "",
      }}
      keepMounted={false}
      onChange={(id) => setQuery({ tab: id === first ? undefined : (id ?? undefined) }, { replace: true })}
      value={current ?? null}
    >
      <Tabs.List>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, component: Tab }) => (
        <Tabs.Panel key={id} value={id}>
          <Suspense>
            <Tab of={of} open={open} />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
