/** Guards against changing or removing a connection that campaigns depend on. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

/** What connections need from campaigns; the campaigns feature implements it. */
export interface CampaignQuestions {
  /** Makes campaigns that wait for the service probe it now. */
  probeNow(connectionId: number): void;
  /** `open`: bulk campaigns that have not ended. `running`: campaigns that send now, or hold the client to send later. */
  ofConnection(connectionId: number): Promise<{ readonly open: number; readonly running: number }>;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Throws `connection-in-use`: replacing the transport during a run would leave requests in flight with an unknown outcome. */
export async function assertNoRunningCampaigns(campaigns: CampaignQuestions, { id, name }: Named): Promise<void> {
  const { running } = await campaigns.ofConnection(id);
  if (running > 0) throw inUse(name, codedText("connection-sending", { name, count: running }));
}

/** Throws `connection-in-use`. */
export async function assertNoOpenCampaigns(campaigns: CampaignQuestions, { id, name }: Named): Promise<void> {
  const { open } = await campaigns.ofConnection(id);
  if (open > 0) throw inUse(name, codedText("connection-campaigns-open", { name, count: open }));
}

function inUse(name: string, text: CodedText): AppError {
  return new AppError("connection-in-use", text, { details: { connection: name } });
}
