/**
 * The calls that the window may make. A compromised page must not access the user's files through it, so the window passes no
 * path; the contract marks the fields that hold one (`readsFileSchema`, `writesFileSchema`).
 * Invariant: a path to read passes only after the core itself has sent it to the window, such as that of a list in a campaign that was
 * planned on the command line; a path to write never passes.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { z } from "zod";
import { type FileAccess, fileFields, type Outcome } from "#shared/contract/kit.ts";
import type { Call, ContractMap } from "./router.ts";

export interface FilePath {
  /** Of the field, for example `audience.source.csv.file`. */
  readonly field: string;
  readonly access: FileAccess;
  readonly path: string;
}

/** `not-in-window` for a call with a file path. */
export function createWindowCalls(contract: ContractMap, call: Call): Call {
  const allowedPaths = new Set<string>();
  return async (address, input, signal) => {
    if (notForWindow.has(address)) return rawNotInWindow;
    const [feature = "", name = ""] = address.split(".");
    const operation = Object.hasOwn(contract, feature) ? contract[feature]?.operations : undefined;
    const stated = operation !== undefined && Object.hasOwn(operation, name) ? operation[name] : undefined;
    if (stated === undefined) return await call(address, input, signal);
    const named = filePathsIn(stated.input, input);
    if (named.some(({ access, path }) => access === "write" || !allowedPaths.has(path))) return notInWindow;
    const outcome = await call(address, input, signal);
    if (outcome.ok) for (const { path } of filePathsIn(stated.output, outcome.value)) allowedPaths.add(path);
    return outcome;
  };
}

/** A compromised page must not send requests of any form with the session. */
const notForWindow: ReadonlySet<string> = new Set(["connections.request"]);

const rawNotInWindow: Outcome<never> = {
  ok: false,
  failure: { code: "not-in-window", text: codedText("raw-request-not-in-window") },
};

const notInWindow: Outcome<never> = {
  ok: false,
  failure: {
    code: "not-in-window",
    text: codedText("not-in-window"),
  },
};

/** The values of all marked fields, at any depth. Every alternative of a union is examined. */
export function filePathsIn(schema: z.core.$ZodType, value: unknown, field = ""): readonly FilePath[] {
  const mark = fileFields.get(schema);
  if (mark !== undefined) return typeof value === "string" ? [{ field, access: mark.access, path: value }] : [];
  if (value === undefined || value === null) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, part]) =>
        filePathsIn(part, (value as Readonly<Record<string, unknown>>)[key], field === "" ? key : `${field}.${key}`),
      );
    case "array":
      return Array.isArray(value) ? value.flatMap((item) => filePathsIn(def.element, item, field)) : [];
    case "tuple":
      return Array.isArray(value)
        ? def.items.flatMap((part, index) => filePathsIn(part, value[index] as unknown, field))
        : [];
    case "record":
      return Object.values(value).flatMap((item) => filePathsIn(def.valueType, item, field));
    case "union":
      return def.options.flatMap((option) => filePathsIn(option, value, field));
    case "intersection":
      return [def.left, def.right].flatMap((part) => filePathsIn(part, value, field));
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return filePathsIn(def.innerType, value, field);
    case "pipe":
      return filePathsIn(def.in, value, field);
    case "lazy":
      return filePathsIn(def.getter(), value, field);
    default:
      return [];
  }
}
