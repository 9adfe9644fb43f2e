/** Fixed lists, and the account's own organisation. */
import { jsonReply } from "./reply.ts";
import type { Routes } from "./route.ts";

const entries = (...descriptions: readonly string[]): { readonly id: number; readonly description: string }[] =>
  descriptions.map((description, id) => ({ id, description }));

export const lookupRoutes: Routes = {
  "GET endpoint/status": { operation: "lookup", run: () => jsonReply(200, entries("Enabled", "Disabled", "Deleted")) },
  "GET sim/status": {
    operation: "lookup",
    run: () => jsonReply(200, entries("Issued", "Activated", "Suspended", "Deleted", "Factory Test")),
  },
  "GET user/status": {
    operation: "lookup",
    run: () => jsonReply(200, entries("Activation Pending", "Active", "Suspended", "Deleted")),
  },
  "GET organisation/my": {
    operation: "organisation.my",
    run: (state) => jsonReply(200, state.fleet.organisation.records.record(0)),
  },
};
