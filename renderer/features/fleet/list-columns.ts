/** The columns of each list, from the record schemas. */
import { recordFields } from "#shared/records/fields.ts";
import { perCollection, type RecordField } from "#shared/records/schema.ts";

/** If the filter grammar has a field of this name, the column is sortable. */
export type ListColumn = RecordField & { readonly list: NonNullable<RecordField["list"]> };

export const listColumns = perCollection((collection) => recordFields[collection].flatMap(columnOf));

/** The column of a field, if lists have one. */
export function columnOf(field: RecordField): readonly ListColumn[] {
  return field.list === undefined ? [] : [{ ...field, list: field.list }];
}
