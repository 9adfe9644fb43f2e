/** The time range: a period that ends now, or two times as entered. */
import { t } from "#shared/texts/text.ts";
import { Button, NativeSelect } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { MomentField } from "../../ui/moment-field.tsx";
import { periods, readMoment, writeMoment } from "./events-request.ts";
import classes from "./events.module.css";

export function SpanChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const [choosing, setChoosing] = useState(false);
  const dated = choosing || query["from"] !== undefined || query["until"] !== undefined;
  const choose = (value: string): void => {
    setChoosing(value === "dates");
    if (value === "dates") setQuery({ period: undefined });
    else setQuery({ period: value === "" ? undefined : value, from: undefined, until: undefined });
  };
  const [from, until] = [readMoment(query["from"]), readMoment(query["until"])];
  const put = (end: "from" | "until", at: number | undefined): void =>
    setQuery({ [end]: at === undefined ? undefined : writeMoment(at) });
  return (
    <div className={classes["span"]}>
      <NativeSelect
        aria-label={t(($) => $.common.time)}
        data={[
          { value: "", label: t(($) => $.common.last30Days) },
          ...periods.toReversed().map(({ id, text }) => ({ value: id, label: text })),
          { value: "dates", label: t(($) => $.common.customPeriod) },
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        size="xs"
        value={dated ? "dates" : (query["period"] ?? "")}
      />
      {dated ? (
        <>
          <MomentField at={from} end="from" onChange={(at) => put("from", at)} other={until} />
          <MomentField at={until} end="until" onChange={(at) => put("until", at)} other={from} />
          <Button onClick={() => choose("")} variant="default">
            {t(($) => $.events.filter.allTime)}
          </Button>
        </>
      ) : undefined}
    </div>
  );
}
