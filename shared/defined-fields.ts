/** Objects whose optional fields may be present as `undefined`. */

/** A copy without the fields that are `undefined`: for values that are compared, counted, merged over others or stored by key. */
export function definedFields<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Whether any field has a value. */
export function hasFields(fields: object): boolean {
  return Object.values(fields).some((value) => value !== undefined);
}
