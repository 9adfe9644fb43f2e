/** Cached messages of all endpoints, and templates. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { NewMessage } from "./new-message.tsx";
import { RecentMessages } from "./recent-messages.tsx";
import { TemplatesPage } from "./templates-page.tsx";

export function MessagesPage(): ReactElement {
  const templates = useFleetdesk((state) => state.address.path[1] === "templates");
  return (
    <Page label={t(($) => $.messages.title)}>
      <PageHead
        actions={templates ? undefined : <NewMessage />}
        tabs={[
          { title: t(($) => $.messages.tabs.recent), at: "/messages", current: !templates },
          { title: t(($) => $.messages.tabs.templates), at: "/messages/templates", current: templates },
        ]}
        title={t(($) => $.messages.title)}
      />
      {templates ? <TemplatesPage /> : <RecentMessages />}
    </Page>
  );
}
