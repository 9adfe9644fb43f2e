/** Refreshes the record from the service on demand, and shows the outcome. */
import { t } from "#shared/texts/text.ts";
import { ActionIcon } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { collectionLabels, inSentence, type RecordKey } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { sentenceOf } from "./detail-slice.ts";
import classes from "./record-detail.module.css";

export function useReadAgain(of: RecordKey): {
  readonly button: ReactElement;
  readonly word: ReactElement | undefined;
} {
  const refreshState = useFleetdesk((state) => state.recordRefresh);
  const lookOnService = useFleetdesk((state) => state.refreshRecord);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const refresh = (): void => {
    setProblem(undefined);
    lookOnService().catch((error: unknown) => setProblem(sentenceOf(error)));
  };
  const removedText = t(($) => $.fleet.detail.goneFromService, {
    collection: inSentence(collectionLabels[of.collection].one),
    id: of.id,
  });
  const message = refreshState === "no-such-record" ? removedText : problem;
  return {
    button: (
      <ActionIcon
        aria-label={t(($) => $.fleet.detail.refresh)}
        className={classes["refresh"]}
        loading={refreshState === "asking"}
        onClick={refresh}
        title={t(($) => $.fleet.detail.refresh)}
      >
        <IconRefresh aria-hidden="true" size={16} stroke={1.6} />
      </ActionIcon>
    ),
    word:
      message === undefined ? undefined : (
        <p className={classes["status"]} role="status">
          {message}
        </p>
      ),
  };
}
