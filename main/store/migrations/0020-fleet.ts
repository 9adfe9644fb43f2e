/** The tables of the fleet cache. */
import type { Migration } from "../migrate.ts";

export const migration0020: Migration = { version: 20, name: "fleet", up: () => undefined };
