/** The words every treaty page is written in: operations, topics, outcomes. Knows zod and nothing of ours. */
import { z } from "zod";
import type { CodedText, TextParam } from "#shared/texts/coded-text.ts";

/** A text as code and parameters (`shared/texts/coded-text.ts`); its words are made where it is shown. */
export const codedTextSchema: z.ZodType<CodedText, CodedText> = z.object({
  code: z.string(),
  params: z
    .record(
      z.string(),
      z.lazy(() => textParamSchema),
    )
    .optional(),
}) as z.ZodType<CodedText, CodedText>;
const textParamSchema: z.ZodType<TextParam, TextParam> = z.union([
  z.string(),
  z.number(),
  z.object({ at: z.number(), zone: z.string() }),
  codedTextSchema,
]);

/** A failure as it crosses a border. `code` is kebab-case and stable. */
export const failureSchema = z.object({
  code: z.string(),
  text: codedTextSchema,
  details: z.record(z.string(), z.unknown()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** What a call answers: never an exception, since Electron strips the fields of a thrown error. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

export interface FeatureContract {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly topics: Readonly<Record<string, z.ZodType>>;
}

/** States one operation of a treaty. Fields that `output` does not name cannot leave the main process. */
export function operation<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Operation<I, O> {
  return { input, output };
}

/** What a handler is given beside its input. */
export interface CallContext {
  /** Aborted when the caller has gone or gave up. */
  readonly signal: AbortSignal;
}

/** The shape main must implement for one feature of the treaty. */
export type Handlers<T extends FeatureContract> = {
  readonly [K in keyof T["operations"]]: (
    input: z.output<T["operations"][K]["input"]>,
    context: CallContext,
  ) => Promise<z.input<T["operations"][K]["output"]>>;
};

/** The typed client of one feature: what a caller on the other side of the border sees. */
export type Client<T extends FeatureContract> = {
  readonly [K in keyof T["operations"]]: (
    input: z.input<T["operations"][K]["input"]>,
    signal?: AbortSignal,
  ) => Promise<z.output<T["operations"][K]["output"]>>;
};

export type FileAccess = "read" | "write";
/** Fields that name a file of this computer by its path; who may fill them in is said in `main/ipc/window-calls.ts`. */
export const fileFields = z.registry<{ readonly access: FileAccess }>();
/** Absolute path of a file that is read. */
export const readsFileSchema = z.string().register(fileFields, { access: "read" });
/** Absolute path of a file that is written. */
export const writesFileSchema = z.string().register(fileFields, { access: "write" });

/** Epoch milliseconds. */
export const timeSchema = z.number();
/** The exact number that a person confirms: how many are sent to or changed, or how many segments one SMS takes. */
export const confirmSchema = z.number().int().min(0);
/** False: how many segments it takes depends on how the service splits, and the number is an upper bound. */
export const segmentsExactSchema = z.boolean();
/** The answer of an operation that has nothing to say. */
export const nothingSchema = z.object({});
/** A JSON object as the service sent it; numbers above 2^53 arrive as text, digit for digit. */
export const recordSchema = z.record(z.string(), z.unknown());
export type JsonRecord = z.infer<typeof recordSchema>;

type WithoutDefault<T> = T extends z.ZodDefault<infer I> ? I : T;

/**
 * The fields of an object as a change of it: each may be left out, and what is left out stays as it is. (`partial()` alone would
 * fill in the defaults and so undo what had been chosen.)
 */
export function changesOf<S extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<S>,
): z.ZodObject<{ [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]>> }> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    (field instanceof z.ZodDefault ? field.unwrap() : (field as z.ZodType)) as z.ZodType,
  ]);
  const optional = fields.map(([name, field]) => [name, (field as z.ZodType).optional()]);
  return z.object(Object.fromEntries(optional)) as never;
}
