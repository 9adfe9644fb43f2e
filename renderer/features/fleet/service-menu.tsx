/** Explicit requests to the service: run the query live, or compare the cache with the service. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconCloudSearch } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import { SelfCheckDialog } from "./self-check-dialog.tsx";
import type { LiveRows } from "./use-live.ts";

export interface ServiceMenuProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly live: LiveRows;
}

export function ServiceMenu({ name, question, live }: ServiceMenuProps): ReactElement {
  const [checking, setChecking] = useState(false);
  const within = question.audience !== undefined;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconCloudSearch size={14} />} loading={live.state.state === "loading"}>
            {t(($) => $.fleet.service.menu)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {within ? t(($) => $.fleet.service.audienceOnly) : t(($) => $.fleet.service.needsNetwork)}
          </Menu.Label>
          <Menu.Item disabled={within} onClick={live.load}>
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
