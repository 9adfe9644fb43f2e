/** The head of the page: its parts, and what can be done with the one that is shown. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";

export function QuotasHead({ aside }: { readonly aside?: ReactNode }): ReactElement {
  const [, part, id] = useFleetdesk((state) => state.address.path);
  const go = useFleetdesk((state) => state.go);
  return (
    <PageHead
      actions={
        <>
          {aside}
          <Button
            disabled={part === "new"}
            onClick={() => go({ path: ["quotas", "new"], query: {} })}
            variant={part === "changes" && id === undefined ? "filled" : "default"}
          >
            Change many…
          </Button>
        </>
      }
      tabs={[
        { title: "Overview", at: "/quotas", current: part === undefined },
        { title: "Past changes", at: "/quotas/changes", current: part === "changes" },
      ]}
      title="Quotas"
    />
  );
}
