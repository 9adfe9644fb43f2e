/** Sign-in in all its bodies. */
import type { Routes } from "./route.ts";

export const accountRoutes: Routes = {
  "POST authenticate": { operation: "authenticate", run: (world, call) => world.accounts.authenticate(call.body) },
};
