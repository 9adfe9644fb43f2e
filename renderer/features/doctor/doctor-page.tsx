/** The identifier doctor: a list goes in at the left, a verdict for each of its rows stands at the right. */
import { type ReactElement, useEffect, useRef } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { AudienceList } from "./audience-list.tsx";
import classes from "./doctor-page.module.css";
import { DoctorResult } from "./doctor-result.tsx";
import { ListInput } from "./list-input.tsx";

export function DoctorPage(): ReactElement {
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const examination = useFleetdesk((state) => shown(state.examination));
  const examineList = useFleetdesk((state) => state.examineList);
  const stale = examination !== undefined && connection !== undefined && examination.connection !== connection;
  useEffect(() => {
    if (stale) void examineList(connection);
  }, [stale, connection, examineList]);
  const result = useRef<HTMLDivElement>(null);
  const before = useRef(examination);
  useEffect(() => {
    // In a narrow window the verdicts stand below what they are about.
    if (examination !== before.current) result.current?.scrollIntoView({ block: "start" });
    before.current = examination;
  }, [examination]);
  return (
    <div className={classes["page"]}>
      <div className={classes["bar"]}>
        <h1>Identifier doctor</h1>
        <span className="muted">Compared with the copy on this computer; nothing leaves it.</span>
      </div>
      <div className={classes["body"]}>
        <div className={classes["left"]}>
          <ListInput onExamine={() => connection !== undefined && void examineList(connection)} />
          <AudienceList />
        </div>
        <div className={classes["right"]} ref={result}>
          <DoctorResult onExamine={() => connection !== undefined && void examineList(connection)} stale={stale} />
        </div>
      </div>
    </div>
  );
}
