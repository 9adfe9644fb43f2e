/** Checks the hash chain of an evidence file, and shows its head to be compared with the one noted at export. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { count, exactly } from "../../lib/format.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { countSentence } from "./campaign-model.ts";
import classes from "./campaigns.module.css";

type Verified = Awaited<ReturnType<typeof fleet.campaigns.verifyChosen>>;

export function VerifyPage(): ReactElement {
  const [found, setFound] = useState<Verified>();
  const { busy, failure, run } = useCall();
  const choose = (): void =>
    void run(async () => {
      const answer = await fleet.campaigns.verifyChosen({});
      if (answer.verdict !== undefined) setFound(answer);
    });
  return (
    <Page label="Verify evidence">
      <PageHead
        actions={
          <>
            <Button component="a" href="#/campaigns">
              All campaigns
            </Button>
            <Button loading={busy} onClick={choose} variant="filled">
              Choose a file…
            </Button>
          </>
        }
        title="Verify evidence"
      />
      <div className={classes["body"]}>
        <p className="muted">
          An evidence file is a chain: every line carries a hash of itself and of the line before it. A change to a part
          of it is found here. It is no signature: whoever rewrites the whole file makes an intact chain with another
          head. Compare the head with the one that was noted when it was exported.
        </p>
        {failure === undefined ? undefined : (
          <Callout title="The file could not be checked" tone="bad">
            <p>{failure.message}</p>
          </Callout>
        )}
        {found?.verdict === undefined ? undefined : <Verdict file={found.file ?? ""} verdict={found.verdict} />}
      </div>
    </Page>
  );
}

function Verdict({
  file,
  verdict,
}: {
  readonly file: string;
  readonly verdict: NonNullable<Verified["verdict"]>;
}): ReactElement {
  const { valid, entries, head, problem, line, about } = verdict;
  return (
    <div className={classes["column"]}>
      {valid ? (
        <Callout title="The chain is intact" tone="good">
          <p>{count(entries)} recipients. Compare the head with the one noted at export.</p>
        </Callout>
      ) : (
        <Callout title="The chain is broken" tone="bad">
          <p>{problem}</p>
          {line === undefined ? undefined : <p>Line {count(line)} of the file.</p>}
        </Callout>
      )}
      <Panel title="The file">
        <Facts
          facts={[
            ["File", file],
            ["Campaign", about?.campaign ?? "cannot be read"],
            ["Connection", about?.connection ?? "cannot be read"],
            ["Exported", about === undefined ? "cannot be read" : saidAt(about.exportedAt)],
            ["Outcome", about?.counts === undefined ? "not told: the file does not hold" : countSentence(about.counts)],
            [
              "Head",
              head === undefined ? (
                "none: the file does not hold"
              ) : (
                <Copyable key="head" label="head" mono value={head} />
              ),
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

/** The file's own words where they are no date. */
function saidAt(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : exactly(at);
}
