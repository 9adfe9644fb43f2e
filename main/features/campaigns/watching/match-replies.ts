/**
 * Which answer of a device belongs to which command of ours. Pure.
 *
 * Rule: an answer belongs to the latest command that was submitted before it and waits for one. Where commands expect an answer,
 * the latest whose pattern fits goes before any that it does not fit, and it takes a fitting answer for a poorer one that it was
 * given before; that one is then free again. One answer answers one command, and a command has one answer.
 *
 * Only dates of the service are compared with each other; ours may tell another time.
 */

export interface Command {
  readonly key: string;
  /** Date of its own record on the endpoint's list. */
  readonly submittedAt: number;
  /** An answer that comes later than this belongs to something else. */
  readonly windowMs: number;
  /** Missing where no answer is expected. */
  readonly fits: ((text: string) => boolean) | undefined;
  /** What was found earlier. */
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
  /** Whether it is as expected; true where nothing is. */
  readonly fits: boolean;
}

/** Only what is new or better than before. Answers that a command owns already are passed over. */
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
    // It ends: with every turn one more command has an answer that fits.
    if (released !== undefined) place(released);
  };
  for (const answer of free) place(answer);
  return [...matches.values()];
}

function releasedBy(match: Match | undefined, command: Command, answers: readonly Answer[]): Answer | undefined {
  return match?.answer ?? answers.find(({ id }) => id === command.answer?.id);
}

/** A date cut to whole seconds may seem to lie before one that was not. */
function isWithin({ submittedAt, windowMs }: Command, { at }: Answer): boolean {
  const submitted = at % 1000 === 0 ? Math.floor(submittedAt / 1000) * 1000 : submittedAt;
  return submitted <= at && at - submittedAt <= windowMs;
}
