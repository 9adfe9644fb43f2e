/** For what follows a call: whether its page is still open. */
import { currentConnection } from "../../data/connection.ts";
import { useFleetdesk } from "./store.ts";

function pageKey(parameters: readonly string[]): string {
  const { path, query } = useFleetdesk.getState().address;
  return JSON.stringify([currentConnection()?.name, path, parameters.map((name) => query[name])]);
}

/**
 * The returned function tells whether the page that is open now is still open: the same path, connection and values of these parameters of
 * its address. Elsewhere, the same id may be another record.
 */
export function watchPage(...parameters: readonly string[]): () => boolean {
  const before = pageKey(parameters);
  return () => pageKey(parameters) === before;
}
