/** Which stretch of time: a period that ends now, or between two moments as they are typed. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { momentText, typedMoment } from "../../lib/typed-moment.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useTyped } from "../../ui/use-typed.ts";
import { periods, readMoment, writeMoment } from "./events-model.ts";
import classes from "./events.module.css";

export function SpanChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const [choosing, setChoosing] = useState(false);
  const dated = choosing || query["from"] !== undefined || query["until"] !== undefined;
  const choose = (value: string): void => {
    setChoosing(value === "dates");
    if (value === "dates") refine({ period: undefined });
    else refine({ period: value === "" ? undefined : value, from: undefined, until: undefined });
  };
  return (
    <div className={classes["span"]}>
      <NativeSelect
        aria-label="Time"
        data={[
          { value: "", label: "the last 30 days" },
          ...periods.toReversed().map(({ id, text }) => ({ value: id, label: text })),
          { value: "dates", label: "between …" },
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        size="xs"
        value={dated ? "dates" : (query["period"] ?? "")}
      />
      {dated ? (
        <>
          <MomentField label="From" name="from" />
          <MomentField label="Until" name="until" />
          <Button onClick={() => choose("")} variant="default">
            All of it
          </Button>
        </>
      ) : undefined}
    </div>
  );
}

/** What is no moment stays where it was typed and counts for nothing. */
function MomentField({ label, name }: { readonly label: string; readonly name: "from" | "until" }): ReactElement {
  const at = useFleetdesk((state) => readMoment(state.address.query[name]));
  const other = useFleetdesk((state) => readMoment(state.address.query[name === "from" ? "until" : "from"]));
  const refine = useFleetdesk((state) => state.refine);
  const written = at === undefined ? "" : momentText(at);
  const [typed, type] = useTyped(written);
  // A day alone means its end; a beginning is meant to be its first moment.
  const full = name === "from" && /^\s*\d{4}-\d{1,2}-\d{1,2}\s*$/.test(typed) ? `${typed.trim()} 00:00` : typed;
  const meant = typedMoment(full);
  const wrong = typed.trim() !== "" && meant === undefined;
  const late = name === "until" && meant !== undefined && other !== undefined && meant <= other;
  const take = (): void => {
    if (typed.trim() === "") refine({ [name]: undefined });
    else if (meant !== undefined && !late && meant !== at) refine({ [name]: writeMoment(meant) });
  };
  return (
    <TextInput
      aria-label={label}
      className={classes["moment"] ?? ""}
      error={wrong ? "Like 2031-12-31 23:59" : late ? "This is before “From”" : undefined}
      onBlur={take}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
      }}
      placeholder={name === "from" ? "From" : "Until"}
      value={typed}
    />
  );
}
