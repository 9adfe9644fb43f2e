/** The body of a draft as it was kept. Another version of the program may have written it. */
import { draftBodySchema, stepSchema, type DraftBody, type DraftStep } from "#contract/drafts.ts";
import { z } from "zod";

const fields: Readonly<Record<string, z.ZodType>> = draftBodySchema.shape;

/** Field by field: what is not of the form it has today is left out, and the rest of the writing stays. */
export function readBody(stored: string): DraftBody {
  const entries = Object.entries(recordOf(stored)).flatMap(([name, value]): [string, unknown][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const read = field?.safeParse(value);
    return read?.success === true && read.data !== undefined ? [[name, read.data]] : [];
  });
  return draftBodySchema.parse(Object.fromEntries(entries));
}

/** A step that there is no more is the first one: the person goes on from there. */
export function readStep(stored: string): DraftStep {
  return stepSchema.safeParse(stored).data ?? "audience";
}

function recordOf(stored: string): object {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(stored)).data ?? {};
  } catch {
    return {};
  }
}
