/** What must not happen to a connection while campaigns depend on it. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../failure.ts";

/** What campaigns tell of a connection, and are told of it; they implement it. */
export interface CampaignQuestions {
  /** Those that wait for the service ask it now. */
  probeNow(connectionId: number): void;
  /** Bulk campaigns that have not ended, and whatever sends now or holds the client to send later. */
  ofConnection(connectionId: number): Promise<{ readonly open: number; readonly running: number }>;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Throws `connection-in-use`: another wire in the middle of a run would leave what is in flight in doubt. */
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
