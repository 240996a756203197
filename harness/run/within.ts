/**
 * Waits for work, but no longer than `ms` milliseconds or until the signal aborts. The work itself cannot be stopped: it is
 * left behind, and what it throws later is dropped.
 */
export async function within<T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<T | 'timeout' | 'aborted'> {
  work.catch(() => undefined);
  if (signal.aborted) return 'aborted';
  let end!: (how: 'timeout' | 'aborted') => void;
  const cut = new Promise<'timeout' | 'aborted'>((resolve) => (end = resolve));
  const timer = setTimeout(end, ms, 'timeout');
  const onAbort = (): void => end('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, cut]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
