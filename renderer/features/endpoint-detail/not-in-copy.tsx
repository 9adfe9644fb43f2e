/** The copy does not have the record: what it still knows of it, and the way to ask the service. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { collectionWords, inSentence, type RecordKey } from "../../lib/records.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Notice } from "../../ui/notice.tsx";
import { sentenceOf } from "./detail-slice.ts";
import { History } from "./history-tab.tsx";
import classes from "./record-detail.module.css";

export function NotInCopy({ of }: { readonly of: RecordKey }): ReactElement {
  const look = useFleetdesk((state) => state.liveLook);
  const lookOnService = useFleetdesk((state) => state.lookOnService);
  const known = useFleetdesk((state) => shown(state.detailHistory));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const what = `${collectionWords[of.collection].one} ${of.id}`;
  const ask = (): void => {
    setProblem(undefined);
    lookOnService().catch((error: unknown) => setProblem(sentenceOf(error)));
  };
  const has = known !== undefined && known.length > 0;
  return (
    <>
      <Notice
        actions={
          <Button loading={look === "asking"} onClick={ask}>
            Look on the service
          </Button>
        }
        title="Not in the copy on this computer"
      >
        <p>
          {has
            ? `${what} was in the copy and is gone from it.`
            : `The copy has no ${inSentence(what)}; the service may.`}
        </p>
        <p role="status">
          {look === "no-such-record" ? `The service does not know ${inSentence(what)} either.` : problem}
        </p>
      </Notice>
      {has ? (
        <section className={classes["known"]}>
          <h3>What the copy still knows</h3>
          <History collection={of.collection} />
        </section>
      ) : undefined}
    </>
  );
}
