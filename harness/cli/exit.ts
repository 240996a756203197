/** What the exit code of a run says. */
export const ExitCode = { conforms: 0, violations: 1, usage: 2, incomplete: 3, fault: 4 } as const;

/** The user asked for something that cannot be done: exit 2. `hint` says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** A usage error as it is printed. */
export const describeUsage = (error: UsageError): string =>
  `skills-conformance: ${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`;

/** What is printed when we ourselves fail. It must not look like a verdict on the server. */
export function describeCrash(error: unknown, version: string, verbose: boolean): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [
    `skills-conformance: an internal fault, which says nothing about the server: ${what}`,
    `Please report it where you got skills-conformance from, with the command line, these lines, version ${version} and`,
    `Node ${process.version} on ${process.platform}.`,
    verbose ? stack : 'Run again with --verbose for the stack.',
    '',
  ].join('\n');
}
