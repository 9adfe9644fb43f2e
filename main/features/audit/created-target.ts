/** The record that a creation produced; its kind follows from the collection that was posted to. Pure. */

const kinds: ReadonlyMap<string, string> = new Map([
  ["/api/v1/dns", "DNS configuration"],
  ["/api/v1/service_profile", "service profile"],
  ["/api/v1/data_stream", "data stream"],
  ["/api/v1/api_callback", "API callback"],
]);

/** Undefined where no id is known, or where no separate record was created. */
export function createdTargetOf(
  { method, path }: { readonly method: string; readonly path: string },
  created: string | undefined,
): { readonly kind: string; readonly id: string } | undefined {
  const kind = method === "POST" ? kinds.get(path) : undefined;
  return kind === undefined || created === undefined ? undefined : { kind, id: created };
}
