/** Forgets the results of changes when the page of their record is closed: they are part of what was just done there. */
import { useEffect } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { useConnection } from "../../data/connection.ts";
import { resultKey } from "./network-slice.ts";

export function useForgottenResults(id: string, ...parts: readonly string[]): void {
  const connection = useConnection()?.name;
  const setResult = useFleetdesk((state) => state.setNetworkResult);
  const text = parts.join(" ");
  useEffect(
    () => () => {
      for (const part of text.split(" ")) setResult(resultKey(connection, part, id), undefined);
    },
    [connection, id, text, setResult],
  );
}
