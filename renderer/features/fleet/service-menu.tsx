/** Explicit requests to the service: run the query live, or compare the cache with the service. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconCloudSearch } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { listKey, type ListName, type ListQuery } from "./fleet-slice.ts";
import { SelfCheckDialog } from "./self-check-dialog.tsx";

export interface ServiceMenuProps {
  readonly name: ListName;
  readonly question: ListQuery;
}

export function ServiceMenu({ name, question }: ServiceMenuProps): ReactElement {
  const [checking, setChecking] = useState(false);
  const isLoading = useFleetdesk((state) => state.fleetLists[listKey(name)]?.live.state === "loading");
  const queryLive = useFleetdesk((state) => state.queryFleetLive);
  const within = question.audience !== undefined;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconCloudSearch size={14} />} loading={isLoading}>
            {t(($) => $.fleet.service.menu)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {within ? t(($) => $.fleet.service.audienceOnly) : t(($) => $.fleet.service.needsNetwork)}
          </Menu.Label>
          <Menu.Item disabled={within} onClick={() => void queryLive(name, question)}>
            {t(($) => $.fleet.service.runLive)}
          </Menu.Item>
          <Menu.Item disabled={within} onClick={() => setChecking(true)}>
            {t(($) => $.fleet.service.verifyCache)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {checking ? <SelfCheckDialog name={name} onClose={() => setChecking(false)} question={question} /> : undefined}
    </>
  );
}
