/** Messages of all endpoints as this computer knows them, and the templates behind them. */
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./messages.module.css";
import { RecentMessages } from "./recent-messages.tsx";
import { TemplatesPage } from "./templates-page.tsx";

export function MessagesPage(): ReactElement {
  const templates = useFleetdesk((state) => state.address.path[1] === "templates");
  return (
    <section aria-label="Messages" className={classes["page"]}>
      <div className={classes["bar"]}>
        <h1>Messages</h1>
        <nav aria-label="Messages" className={classes["tabs"]}>
          <a aria-current={templates ? undefined : "page"} href="#/messages">
            Recent
          </a>
          <a aria-current={templates ? "page" : undefined} href="#/messages/templates">
            Templates
          </a>
        </nav>
      </div>
      {templates ? <TemplatesPage /> : <RecentMessages />}
    </section>
  );
}
