/**
 * Assigns the replies of a device to our commands. Pure.
 * A reply belongs to the latest command that was submitted before it and waits for one. Where commands expect a reply, the latest
 * command whose pattern matches takes precedence, and a matching reply replaces one that does not match, which can then be assigned
 * again. One reply belongs to one command, and a command has one reply. Only dates of the service are compared with each other,
 * because our clock may differ.
 */

export interface Command {
  readonly key: string;
  /** Date of the command's own record on the endpoint's list. */
  readonly submittedAt: number;
  /** A reply that arrives later belongs to something else. */
  readonly windowMs: number;
  /** Undefined where no reply is expected. */
  readonly fits: ((text: string) => boolean) | undefined;
  /** The reply that was assigned earlier. */
  readonly answer: { readonly id: string; readonly fits: boolean } | undefined;
}

export interface Answer {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

export interface Match {
  readonly key: string;
  readonly answer: Answer;
  /** Whether it is as expected; true where nothing is expected. */
  readonly fits: boolean;
}

/** Only new or better matches. Replies that a command already owns are skipped. */
export function matchReplies(commands: readonly Command[], answers: readonly Answer[]): readonly Match[] {
  const owned = new Set(commands.flatMap(({ answer }) => (answer === undefined ? [] : [answer.id])));
  const matches = new Map<string, Match>();
  const latestFirst = commands.toSorted((a, b) => b.submittedAt - a.submittedAt);
  const free = answers.filter(({ id }) => !owned.has(id)).toSorted((a, b) => a.at - b.at);

  const currentAnswer = (command: Command): { readonly fits: boolean } | undefined =>
    matches.get(command.key) ?? command.answer;
  const place = (answer: Answer): void => {
    const within = latestFirst.filter((command) => isWithin(command, answer));
    const fitting = within.find((one) => currentAnswer(one)?.fits !== true && one.fits?.(answer.text) === true);
    const command = fitting ?? within.find((one) => currentAnswer(one) === undefined);
    if (command === undefined) return;
    const released = releasedBy(matches.get(command.key), command, answers);
    matches.set(command.key, { key: command.key, answer, fits: command.fits === undefined || fitting !== undefined });
    // Terminates: each step adds a command with a matching reply.
    if (released !== undefined) place(released);
  };
  for (const answer of free) place(answer);
  return [...matches.values()];
}

function releasedBy(match: Match | undefined, command: Command, answers: readonly Answer[]): Answer | undefined {
  return match?.answer ?? answers.find(({ id }) => id === command.answer?.id);
}

/** A date cut to whole seconds may seem to precede one that was not cut. */
function isWithin({ submittedAt, windowMs }: Command, { at }: Answer): boolean {
  const submitted = at % 1000 === 0 ? Math.floor(submittedAt / 1000) * 1000 : submittedAt;
  return submitted <= at && at - submittedAt <= windowMs;
}
