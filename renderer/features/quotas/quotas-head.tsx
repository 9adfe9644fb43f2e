/** The head of the page: its parts, and what can be done with the one that is shown. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./quotas.module.css";

export function QuotasHead({ aside }: { readonly aside?: ReactNode }): ReactElement {
  const [, part, id] = useFleetdesk((state) => state.address.path);
  const go = useFleetdesk((state) => state.go);
  return (
    <div className={classes["bar"]}>
      <h1>Quotas</h1>
      <nav aria-label="Quotas" className={classes["tabs"]}>
        <a aria-current={part === undefined ? "page" : undefined} href="#/quotas">
          Overview
        </a>
        <a aria-current={part === "changes" ? "page" : undefined} href="#/quotas/changes">
          Past changes
        </a>
      </nav>
      <span className={classes["gap"]} />
      {aside}
      <Button
        disabled={part === "new"}
        onClick={() => go({ path: ["quotas", "new"], query: {} })}
        variant={part === "changes" && id === undefined ? "filled" : "default"}
      >
        Change many…
      </Button>
    </div>
  );
}
