/** The full head of an exported evidence file, until dismissed. Stored elsewhere, it proves later that the file is the same. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { copyText } from "../../ui/virtual-table/copy.ts";
import classes from "./campaigns.module.css";

export function EvidenceHeadNote({ campaignId }: { readonly campaignId: string }): ReactElement | undefined {
  const evidence = useFleetdesk((state) => state.evidenceHeads[campaignId]);
  const dismiss = useFleetdesk((state) => state.dismissEvidenceHead);
  const announce = useFleetdesk((state) => state.announce);
  if (evidence === undefined || evidence.dismissed === true) return undefined;
  const { head, file } = evidence;
  return (
    <Callout
      actions={
        <>
          <Button
            onClick={() =>
              void copyText(
                head,
                t(($) => $.campaigns.evidence.headCopied),
              ).then(announce)
            }
            variant="filled"
          >
            {t(($) => $.campaigns.evidence.copyHead)}
          </Button>
          <Button onClick={() => dismiss(campaignId)}>{t(($) => $.campaigns.evidence.dismiss)}</Button>
        </>
      }
      title={t(($) => $.campaigns.evidence.exported)}
      tone="good"
    >
      <p>{file}</p>
      <p>{t(($) => $.campaigns.evidence.storeHead)}</p>
      <p className={`mono ${classes["evidenceHead"]}`}>{head}</p>
    </Callout>
  );
}
