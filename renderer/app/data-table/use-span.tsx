/** The time range in the address of a list: a period that ends now, or two times as entered. */
import { type ReactElement, useState } from "react";
import { readMoment, writeMoment } from "../../lib/parse-moment.ts";
import { MomentField } from "../../ui/moment-field.tsx";
import { useFleetdesk } from "../store/store.ts";

interface SpanOfAddress {
  /** A period, "dates", or empty for all time. */
  readonly value: string;
  readonly choose: (value: string) => void;
  /** The two times; undefined for a period. */
  readonly fields: ReactElement | undefined;
}

export function useSpan(options?: { readonly replace?: boolean }): SpanOfAddress {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const [choosing, setChoosing] = useState(false);
  const dated = choosing || query["from"] !== undefined || query["until"] !== undefined;
  const [from, until] = [readMoment(query["from"]), readMoment(query["until"])];
  const put = (end: "from" | "until", at: number | undefined): void =>
    setQuery({ [end]: at === undefined ? undefined : writeMoment(at) }, options);
  return {
    value: dated ? "dates" : (query["period"] ?? ""),
    choose: (value) => {
      setChoosing(value === "dates");
      if (value === "dates") setQuery({ period: undefined }, options);
      else setQuery({ period: value === "" ? undefined : value, from: undefined, until: undefined }, options);
    },
    fields: dated ? (
      <>
        <MomentField at={from} end="from" onChange={(at) => put("from", at)} other={until} />
        <MomentField at={until} end="until" onChange={(at) => put("until", at)} other={from} />
      </>
    ) : undefined,
  };
}
