/** The pages below /campaigns; heavy ones load when they are first opened. */
import { type ComponentType, lazy, type LazyExoticComponent } from "react";

export interface CampaignPlace {
  /** Second segment of the address. */
  readonly id: string;
  readonly page: LazyExoticComponent<ComponentType>;
}

export const campaignPlaces: readonly CampaignPlace[] = [
  {
    id: "new",
    page: lazy(async () => ({ default: (await import("../features/campaigns/wizard/wizard-page.tsx")).WizardPage })),
  },
];
