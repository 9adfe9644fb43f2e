/** Reads the stored body of a draft, which another version of the program may have written. */
import { draftBodySchema, stepSchema, type DraftBody, type DraftStep } from "#shared/contract/campaigns/drafts.ts";
import { z } from "zod";

const fields: Readonly<Record<string, z.ZodType>> = draftBodySchema.shape;

/** Parses field by field: a field that does not match the current schema is dropped, the others are kept. */
export function readBody(stored: string): DraftBody {
  const entries = Object.entries(recordOf(stored)).flatMap(([name, value]): [string, unknown][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const read = field?.safeParse(value);
    return read?.success === true && read.data !== undefined ? [[name, read.data]] : [];
  });
  return draftBodySchema.parse(Object.fromEntries(entries));
}

/** An unknown step becomes the first one. */
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
