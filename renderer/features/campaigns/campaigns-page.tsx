/** Routes of the campaigns: the list, one campaign, or a page below it. */
import type { ReactElement } from "react";
import { campaignPlaces } from "../../app/campaign-places.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { CampaignPage } from "./campaign-page.tsx";
import { CampaignSummary } from "./campaign-summary.tsx";
import { CampaignList } from "./campaign-list.tsx";
import { VerifyPage } from "./verify-page.tsx";

export function CampaignsPage(): ReactElement {
  const [, second, third] = useFleetdesk((state) => state.address.path);
  if (second === undefined) return <CampaignList />;
  if (second === "verify") return <VerifyPage />;
  const place = campaignPlaces.find(({ id }) => id === second);
  if (place !== undefined) {
    return <place.page />;
  }
  return third === "summary" ? (
    <CampaignSummary campaignId={second} />
  ) : (
    <CampaignPage campaignId={second} key={second} />
  );
}
