/** Which stretch of time: a period that ends now, or between two moments as they are typed. */
import { Select, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { momentText, typedMoment } from "../../lib/typed-moment.ts";
import { useFleetdesk } from "../../store/store.ts";
import { periods, readMoment } from "./audit-model.ts";
import classes from "./audit.module.css";

export function SpanChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const [choosing, setChoosing] = useState(false);
  const dated = choosing || query["from"] !== undefined || query["until"] !== undefined;
  const choose = (value: string): void => {
    setChoosing(value === "dates");
    if (value === "dates") refine({ period: undefined }, { replace: true });
    else refine({ period: value === "" ? undefined : value, from: undefined, until: undefined }, { replace: true });
  };
  return (
    <div className={classes["span"]}>
      <Select
        allowDeselect={false}
        aria-label="Time"
        className={classes["time"] ?? ""}
        data={[
          { value: "", label: "any time" },
          ...periods.map(({ id, text }) => ({ value: id, label: text })),
          { value: "dates", label: "between …" },
        ]}
        onChange={(value) => choose(value ?? "")}
        value={dated ? "dates" : (query["period"] ?? "")}
      />
      {dated ? (
        <>
          <MomentField at={readMoment(query["from"])} key={`from ${query["from"]}`} label="From" name="from" />
          <MomentField at={readMoment(query["until"])} key={`until ${query["until"]}`} label="Until" name="until" />
        </>
      ) : undefined}
    </div>
  );
}

interface MomentFieldProps {
  readonly label: string;
  readonly name: "from" | "until";
  /** As the address has it. */
  readonly at: number | undefined;
}

/** What is no moment stays where it was typed and counts for nothing. */
function MomentField({ label, name, at }: MomentFieldProps): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const [typed, type] = useState(at === undefined ? "" : momentText(at));
  // A day alone means its end; a beginning is meant to be its first moment.
  const full = name === "from" && /^\s*\d{4}-\d{1,2}-\d{1,2}\s*$/.test(typed) ? `${typed.trim()} 00:00` : typed;
  const meant = typedMoment(full);
  const wrong = typed.trim() !== "" && meant === undefined;
  const take = (): void => {
    if (typed.trim() === "" && at !== undefined) refine({ [name]: undefined }, { replace: true });
    else if (meant !== undefined && meant !== at) refine({ [name]: new Date(meant).toISOString() }, { replace: true });
  };
  return (
    <TextInput
      aria-label={label}
      className={classes["moment"] ?? ""}
      error={wrong ? "Like 2031-12-31 23:59" : undefined}
      onBlur={take}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
      }}
      placeholder={label}
      value={typed}
    />
  );
}
