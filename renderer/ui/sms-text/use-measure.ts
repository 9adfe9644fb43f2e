/** Encoding and segments of a text, computed in main after a pause in typing; a response for an older text is discarded. */
import { useEffect, useState } from "react";
import type { FleetClient } from "#shared/contract/index.ts";
import { fleet } from "../../lib/fleet.ts";

export type Measured = Awaited<ReturnType<FleetClient["sms"]["measure"]>>;

const afterMs = 80;
const maxLength = 50_000;

/** The latest result; undefined before the first. */
export function useMeasure(text: string): Measured | undefined {
  const [measured, setMeasured] = useState<Measured>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      fleet.sms.measure({ text: text.slice(0, maxLength) }, abort.signal).then(setMeasured, () => undefined);
    }, afterMs);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return measured;
}
