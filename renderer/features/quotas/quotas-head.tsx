/** Header of the page: its sections, and the actions of the open one; and the choice between data and SMS. */
import { t } from "#shared/texts/text.ts";
import { Button, SegmentedControl } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page.tsx";

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

export interface KindSwitchProps {
  readonly kind: QuotaKind;
  readonly onChange: (kind: QuotaKind) => void;
  readonly className?: string;
}

export function KindSwitch({ kind, onChange, className }: KindSwitchProps): ReactElement {
  return (
    <SegmentedControl
      aria-label={t(($) => $.quotas.kind.label)}
      className={className}
      data={[
        { value: "data", label: t(($) => $.quotas.kind.data) },
        { value: "sms", label: t(($) => $.quotas.kind.sms) },
      ]}
      onChange={(value) => onChange(value === "sms" ? "sms" : "data")}
      value={kind}
    />
  );
}
