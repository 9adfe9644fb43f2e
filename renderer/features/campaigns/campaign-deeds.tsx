/** The buttons of a campaign: what can be done now, and why the rest cannot. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { type Deed, startTitle, whyNot } from "./campaign-model.ts";
import classes from "./campaigns.module.css";
import { type Confirmed, ConfirmDeed } from "./confirm-deed.tsx";
import { SpeedMenu } from "./speed-menu.tsx";
import { useDeeds } from "./use-deeds.ts";

export function CampaignDeeds({ status }: { readonly status: CampaignStatus }): ReactElement {
  const deeds = useDeeds(status);
  const [asked, ask] = useState<Confirmed>();
  const refine = useFleetdesk((state) => state.refine);
  const { campaignId, state, counts, replies } = status;
  const cannot = (deed: Deed): string | undefined => whyNot(deed, status);
  const item = (deed: Deed, text: string, run: () => void): ReactElement => (
    <Menu.Item disabled={cannot(deed) !== undefined || deeds.busy} onClick={run} title={cannot(deed)}>
      {text}
    </Menu.Item>
  );
  const primary = state === "running" ? "pause" : "start";
  return (
    <>
      <SpeedMenu deeds={deeds} status={status} />
      <Button
        disabled={cannot(primary) !== undefined}
        loading={deeds.busy}
        onClick={primary === "pause" ? deeds.pause : deeds.start}
        title={cannot(primary)}
        variant={primary === "start" && cannot("start") === undefined ? "filled" : "default"}
      >
        {primary === "pause" ? "Pause" : startTitle(status)}
      </Button>
      <Button
        disabled={cannot("evidence") !== undefined}
        onClick={() => deeds.exportAs("evidence")}
        title={cannot("evidence")}
      >
        Evidence…
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<IconChevronDown aria-hidden="true" size={14} />}>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {item("pause", "Pause", deeds.pause)}
          {item("open-ring", "Open the next ring…", () => ask("open-ring"))}
          {item("reconcile", `Look up ${counts.unknown} unknown now`, deeds.reconcile)}
          {item("check", "Ask for delivery now", deeds.check)}
          <Menu.Divider />
          {item("retry-refused", `Retry ${counts.refused} refused…`, () => ask("retry-refused"))}
          {item("retry-unknown", `Retry ${counts.unknown} unknown…`, () => ask("retry-unknown"))}
          {item("recall", "Recall what is still buffered…", () => refine({ recall: "ask" }))}
          <Menu.Divider />
          <Menu.Item disabled={(replies["silent"] ?? 0) === 0} onClick={() => deeds.writeAgain("silent")}>
            Continue with the {replies["silent"] ?? 0} silent ones
          </Menu.Item>
          <Menu.Item onClick={() => deeds.writeAgain("same")}>Write one like this</Menu.Item>
          <Menu.Divider />
          {item("evidence", "Export recipients as CSV…", () => deeds.exportAs("csv"))}
          <Menu.Item component="a" href={`#/campaigns/${campaignId}/summary`}>
            Summary to print
          </Menu.Item>
          <Menu.Item onClick={() => refine({ log: "1" })}>What happened, step by step</Menu.Item>
          <Menu.Divider />
          {item("cancel", "Cancel the campaign…", () => ask("cancel"))}
          {item("remove", "Remove it…", () => ask("remove"))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDeed asked={asked} deeds={deeds} onClose={() => ask(undefined)} status={status} />
      {deeds.failure === undefined || asked !== undefined ? undefined : (
        <div className={classes["failed"]}>
          <Callout
            actions={<Button onClick={deeds.forgetFailure}>Close</Button>}
            title="Nothing was changed"
            tone="bad"
          >
            <p>{deeds.failure.message}</p>
          </Callout>
        </div>
      )}
    </>
  );
}
