/** The quota page: overview, a new bulk change, and past changes. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { Page } from "../../ui/page-frame/page.tsx";
import { currentConnection } from "../connections/connections-slice.ts";
import { ChangePage } from "./change-page.tsx";
import { ChangesList } from "./changes-list.tsx";
import { NewChange } from "./new-change.tsx";
import { QuotasOverview } from "./quotas-overview.tsx";

export function QuotasPage(): ReactElement {
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const part = useFleetdesk((state) => state.address.path[1]);
  const id = Number(useFleetdesk((state) => state.address.path[2]));
  return (
    <Page label={t(($) => $.quotas.title)} scrollsWhenLow>
      {connection === undefined ? undefined : part === "new" ? (
        <NewChange connection={connection} />
      ) : part !== "changes" ? (
        <QuotasOverview connection={connection} />
      ) : Number.isInteger(id) && id > 0 ? (
        <ChangePage id={id} key={id} />
      ) : (
        <ChangesList connection={connection} />
      )}
    </Page>
  );
}
