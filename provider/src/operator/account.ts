import { userInfo } from 'node:os'

/** Name of the account that typed the command: behind sudo, the person's own account. */
export function accountName(env: NodeJS.ProcessEnv): string {
  if (env.SUDO_USER) return env.SUDO_USER
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id without a name.
    return `account ${process.getuid?.() ?? 'without a name'}`
  }
}
