/** Verifies the hash chain of an evidence file, and shows its head for comparison with the one noted at export. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useEffectEvent, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { PageHead, Page } from "../../ui/page-frame/page.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { countSentence } from "./campaign-counts.ts";
import classes from "./campaigns.module.css";

type Verified = Awaited<ReturnType<typeof fleet.campaigns.verifyFromDialog>>;

export function VerifyPage(): ReactElement {
  const [result, setResult] = useState<Verified>();
  const { busy, failure, run } = useCall();
  const verify = (opened: boolean): void =>
    void run(async () => {
      const answer = await fleet.campaigns.verifyFromDialog({ opened });
      if (answer.verdict !== undefined) setResult(answer);
    });
  // A file that the operator opened in the file manager; each has another number.
  const openedFile = useFleetdesk((state) => state.address.query["opened"]);
  const verifyOpened = useEffectEvent(() => verify(true));
  useEffect(() => {
    if (openedFile !== undefined) verifyOpened();
  }, [openedFile]);
  return (
    <Page label={t(($) => $.campaigns.verify.title)}>
      <PageHead
        actions={
          <>
            <Button component="a" href="#/campaigns">
              {t(($) => $.campaigns.allCampaigns)}
            </Button>
            <Button loading={busy} onClick={() => verify(false)} variant="filled">
              {t(($) => $.campaigns.verify.chooseFile)}
            </Button>
          </>
        }
        title={t(($) => $.campaigns.verify.title)}
      />
      <div className={classes["body"]}>
        <p className="muted">{t(($) => $.campaigns.verify.help)}</p>
        <FailureCallout failure={failure} title={t(($) => $.campaigns.verify.failed)} />
        {result?.verdict === undefined ? undefined : <Verdict file={result.file ?? ""} verdict={result.verdict} />}
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
  // The first line of any other file cannot be read as that of evidence; no hash was compared.
  const isEvidence = about !== undefined || problem?.code === "chain-broken";
  const unreadable = t(($) => $.campaigns.verify.unreadable);
  const notAvailable = t(($) => $.campaigns.verify.notAvailable);
  return (
    <div className={classes["column"]}>
      {valid ? (
        <Callout title={t(($) => $.campaigns.verify.intact)} tone="good">
          <p>{t(($) => $.campaigns.verify.intactText, { count: entries })}</p>
          <HeadComparison head={head} />
        </Callout>
      ) : (
        <Callout
          title={isEvidence ? t(($) => $.campaigns.verify.broken) : t(($) => $.campaigns.verify.notEvidence)}
          tone="bad"
        >
          {problem === undefined ? undefined : <p>{formatText(problem)}</p>}
          {line === undefined ? undefined : <p>{t(($) => $.campaigns.verify.line, { line })}</p>}
        </Callout>
      )}
      <Panel title={t(($) => $.campaigns.verify.fileDetails)}>
        <Facts
          facts={[
            [t(($) => $.campaigns.verify.file), file],
            [t(($) => $.campaigns.campaign), about?.campaign ?? unreadable],
            [t(($) => $.common.connection), about?.connection ?? unreadable],
            [
              t(($) => $.campaigns.verify.exported),
              about === undefined ? unreadable : formatFileTime(about.exportedAt),
            ],
            [t(($) => $.common.outcome), about?.counts === undefined ? notAvailable : countSentence(about.counts)],
            [
              t(($) => $.campaigns.verify.headHash),
              head === undefined ? (
                notAvailable
              ) : (
                <Copyable key="head" label={t(($) => $.campaigns.verify.headHash)} mono value={head} />
              ),
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

/** Compares the head of the file with the one that was stored when it was exported. */
function HeadComparison({ head }: { readonly head: string | undefined }): ReactElement {
  const [text, setText] = useState("");
  const stored = text.trim().toLowerCase();
  const isSame = stored === head;
  return (
    <TextInput
      classNames={{ input: "mono" }}
      description={stored !== "" && isSame ? t(($) => $.campaigns.verify.sameHead) : undefined}
      error={stored !== "" && !isSame ? t(($) => $.campaigns.verify.otherHead) : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={t(($) => $.campaigns.verify.storedHead)}
      onChange={({ currentTarget: { value } }) => setText(value)}
      spellCheck={false}
      value={text}
    />
  );
}

/** A text of the file that is no date is shown unchanged. */
function formatFileTime(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : formatDateTime(at);
}
