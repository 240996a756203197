import { spawnSync } from 'node:child_process';

/** Process groups that we started and that may still live, by the pid of their leader. */
const live = new Set<number>();
let hooked = false;

/** True where a child that is started `detached` leads a process group of its own. */
export const HAS_GROUPS = process.platform !== 'win32';

/** Remembers a process that must not outlive us. */
export function registerTarget(pid: number): void {
  live.add(pid);
  if (hooked) return;
  hooked = true;
  // `exit` also comes after an uncaught exception. It does not come after a signal: whoever handles those (the command
  // line) calls `killAllTargets` or `process.exit`.
  process.on('exit', killAllTargets);
}

/** Forgets a process whose group is gone. Not forgetting it would risk to kill a stranger with a reused pid. */
export function unregisterTarget(pid: number): void {
  live.delete(pid);
}

/** Kills every process group that is still alive, at once and synchronously. Safe to call at any time, also twice. */
export function killAllTargets(): void {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
  live.clear();
}

/** Sends a signal to a whole process group (to the process tree on Windows). False when nothing was left to send it to. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    if (!HAS_GROUPS) {
      return (
        spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' }).status === 0
      );
    }
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Whether a process of the group is still there. */
export function groupExists(pid: number): boolean {
  if (!HAS_GROUPS) return false;
  try {
    return process.kill(-pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
