/** DNS configurations, and the service profiles that use them. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { DnsPart } from "./dns-part.tsx";
import classes from "./network.module.css";
import { ProfilesPart } from "./profiles-part.tsx";

export function NetworkPage(): ReactElement {
  const profiles = useFleetdesk((state) => state.address.path[1] === "profiles");
  const busy = useFleetdesk((state) => state.dnsList.state === "loading" || state.profileList.state === "loading");
  const load = useFleetdesk((state) => state.loadNetwork);
  const refresh = useFleetdesk((state) => state.refreshNetwork);
  useEffect(() => void load(), [load]);
  return (
    <section aria-label="Network" className={classes["page"]}>
      <div className={classes["bar"]}>
        <h1>Network</h1>
        <nav aria-label="Network" className={classes["tabs"]}>
          <a aria-current={profiles ? undefined : "page"} href="#/network">
            DNS configurations
          </a>
          <a aria-current={profiles ? "page" : undefined} href="#/network/profiles">
            Service profiles
          </a>
        </nav>
        <span className={classes["gap"]} />
        <Button disabled={busy} onClick={() => void refresh()}>
          Ask the service
        </Button>
      </div>
      {profiles ? <ProfilesPart /> : <DnsPart />}
    </section>
  );
}
