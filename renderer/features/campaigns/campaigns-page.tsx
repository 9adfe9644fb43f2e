/** Routes of the campaigns: the list, one campaign, or a page below it. */
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { CampaignPage } from "./campaign-page.tsx";
import { CampaignSummary } from "./campaign-summary.tsx";
import { CampaignList } from "./campaign-list.tsx";
import { VerifyPage } from "./verify-page.tsx";
import { loadable } from "../../ui/loadable.ts";

const WizardPage = loadable(async () => (await import("./wizard/wizard-page.tsx")).WizardPage);

export function CampaignsPage(): ReactElement {
  const [, second, third] = useFleetdesk((state) => state.address.path);
  if (second === undefined) return <CampaignList />;
  if (second === "verify") return <VerifyPage />;
  if (second === "new") return <WizardPage />;
  return third === "summary" ? (
    <CampaignSummary campaignId={second} />
  ) : (
    <CampaignPage campaignId={second} key={second} />
  );
}
