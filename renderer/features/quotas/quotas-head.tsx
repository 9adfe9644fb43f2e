/** Header of the page: its sections, and the actions of the open one. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";

export function QuotasHead({ aside }: { readonly aside?: ReactNode }): ReactElement {
  const [, part, id] = useFleetdesk((state) => state.address.path);
  const navigate = useFleetdesk((state) => state.navigate);
  return (
    <PageHead
      actions={
        <>
          {aside}
          <Button
            disabled={part === "new"}
            onClick={() => navigate({ path: ["quotas", "new"], query: {} })}
            variant={part === "changes" && id === undefined ? "filled" : "default"}
          >
            {t(($) => $.quotas.head.bulkChange)}
          </Button>
        </>
      }
      tabs={[
        { title: t(($) => $.quotas.head.overview), at: "/quotas", current: part === undefined },
        { title: t(($) => $.quotas.usage.title), at: "/quotas/usage", current: part === "usage" },
        { title: t(($) => $.quotas.head.history), at: "/quotas/changes", current: part === "changes" },
      ]}
      title={t(($) => $.quotas.title)}
    />
  );
}
