/** Ends the process for wrong arguments: what is wrong, and what would be right. */
export const failing =
  (usage: string) =>
  (message: string): never => {
    process.stderr.write(`${message}\n${usage}`);
    process.exit(2);
  };

/** What `read` makes of the arguments; what it throws is said, and ends the process. */
export function argumentsOr<T>(fail: (message: string) => never, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return fail((error as Error).message);
  }
}
