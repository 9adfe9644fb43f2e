/** The time range: a period that ends now, or two times as entered. */
import { t } from "#shared/texts/text.ts";
import { Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { MomentField } from "../../ui/moment-field.tsx";
import { periods, readMoment } from "./audit-query.ts";
import classes from "./audit.module.css";

export function SpanChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const [choosing, setChoosing] = useState(false);
  const dated = choosing || query["from"] !== undefined || query["until"] !== undefined;
  const choose = (value: string): void => {
    setChoosing(value === "dates");
    if (value === "dates") setQuery({ period: undefined }, { replace: true });
    else setQuery({ period: value === "" ? undefined : value, from: undefined, until: undefined }, { replace: true });
  };
  const [from, until] = [readMoment(query["from"]), readMoment(query["until"])];
  const put = (end: "from" | "until", at: number | undefined): void =>
    setQuery({ [end]: at === undefined ? undefined : new Date(at).toISOString() }, { replace: true });
  return (
    <div className={classes["span"]}>
      <Select
        allowDeselect={false}
        aria-label={t(($) => $.common.time)}
        className={classes["time"] ?? ""}
        data={[
          { value: "", label: t(($) => $.common.anyTime) },
          ...periods.map(({ id, text }) => ({ value: id, label: text })),
          { value: "dates", label: t(($) => $.common.customPeriod) },
        ]}
        onChange={(value) => choose(value ?? "")}
        value={dated ? "dates" : (query["period"] ?? "")}
      />
      {dated ? (
        <>
          <MomentField at={from} end="from" onChange={(at) => put("from", at)} other={until} />
          <MomentField at={until} end="until" onChange={(at) => put("until", at)} other={from} />
        </>
      ) : undefined}
    </div>
  );
}
