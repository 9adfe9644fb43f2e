/** Events of an endpoint, SIM, organisation or user, and of all; not every service offers the last list (docs/service-facts.md#events). */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { ApiClient } from "./client.ts";
import { pathId } from "./inputs.ts";
import { offered } from "./offered.ts";
import { fetchListPage, type Page, type PageQuery } from "./paging.ts";

export type EventScope =
  | { readonly of: "all" }
  | { readonly of: "endpoint" | "sim" | "organisation" | "user"; readonly id: string };

/** Where a path has an id, 404 may also mean that the id does not exist. */
function notOfferedText(scope: EventScope): CodedText {
  switch (scope.of) {
    case "all":
      return codedText("events-not-offered");
    case "endpoint":
      return codedText("endpoint-events-not-offered", { id: scope.id });
    case "sim":
      return codedText("sim-events-not-offered", { id: scope.id });
    case "organisation":
      return codedText("organisation-events-not-offered", { id: scope.id });
    case "user":
      return codedText("user-events-not-offered", { id: scope.id });
  }
}

/** One page. Throws `not-offered` where the service has no such list. */
export function fetchEventPage(api: ApiClient, scope: EventScope, query: PageQuery): Promise<Page> {
  const path = scope.of === "all" ? "/api/v1/event" : `/api/v1/${scope.of}/${pathId(`${scope.of}Id`, scope.id)}/event`;
  return offered(notOfferedText(scope), () => fetchListPage(api, path, "event", query));
}
