/** Sign-in with every kind of credentials. */
import type { Routes } from "./route.ts";

export const accountRoutes: Routes = {
  "POST authenticate": { operation: "authenticate", run: (state, call) => state.accounts.authenticate(call.body) },
};
