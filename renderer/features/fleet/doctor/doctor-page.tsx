/** The identifier doctor: the input list at the left, a verdict per row at the right. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useRef } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { PageHead } from "../../../ui/page-frame/page-head.tsx";
import { Page } from "../../../ui/page-frame/page.tsx";
import { useConnection } from "../../../data/connection.ts";
import { AudienceList } from "./audience-list.tsx";
import classes from "./doctor-page.module.css";
import { DoctorResult } from "./doctor-result.tsx";
import { currentInput } from "./doctor-slice.ts";
import { ListInput } from "./list-input.tsx";
import { useExamination } from "./use-examination.ts";

export function DoctorPage(): ReactElement {
  const connection = useConnection()?.name;
  const requested = useFleetdesk((state) => state.examination);
  const examination = dataOf(useExamination());
  const examineList = useFleetdesk((state) => state.examineList);
  const stale = examination !== undefined && connection !== undefined && examination.connection !== connection;
  const isMoved = requested !== undefined && connection !== undefined && requested.connection !== connection;
  useEffect(() => {
    if (isMoved) examineList(connection);
  }, [isMoved, connection, examineList]);
  const announce = useFleetdesk((state) => state.announce);
  const result = useRef<HTMLDivElement>(null);
  const before = useRef(examination);
  useEffect(() => {
    // In a narrow window the verdicts are below the input, so they are scrolled into view.
    if (examination !== undefined && examination !== before.current) {
      result.current?.scrollIntoView({ block: "start" });
      announce(
        t(($) => $.fleet.doctor.finished, {
          count: examination.rows.length,
          resolved: examination.counts.resolved ?? 0,
        }),
      );
    }
    before.current = examination;
  }, [examination, announce]);
  const empty = useFleetdesk((state) => currentInput(state).text.trim() === "");
  const examine = (): void => {
    if (connection !== undefined && !empty) examineList(connection);
  };
  return (
    <Page className={classes["page"]} label={t(($) => $.fleet.doctor.title)}>
      <PageHead title={t(($) => $.fleet.doctor.title)}>
        <span className="muted">{t(($) => $.fleet.doctor.local)}</span>
      </PageHead>
      <div className={classes["body"]}>
        <div className={classes["left"]}>
          <ListInput onExamine={examine} />
          <AudienceList />
        </div>
        <div className={classes["right"]} ref={result}>
          <DoctorResult onExamine={examine} stale={stale} />
        </div>
      </div>
    </Page>
  );
}
