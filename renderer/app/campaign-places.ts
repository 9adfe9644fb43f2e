/** The pages below /campaigns; heavy ones load when they are first opened. */
import type { ComponentType } from "react";
import { loadable } from "../ui/loadable.ts";

export interface CampaignPlace {
  /** Second segment of the address. */
  readonly id: string;
  readonly page: ComponentType;
}

export const campaignPlaces: readonly CampaignPlace[] = [
  {
    id: "new",
    page: loadable(async () => (await import("../features/campaigns/wizard/wizard-page.tsx")).WizardPage),
  },
];
