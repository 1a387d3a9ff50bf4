import { userInfo } from 'node:os'

/** Who types: behind sudo the person, and not the account that they became. */
export function accountName(env: NodeJS.ProcessEnv): string {
  if (env.SUDO_USER) return env.SUDO_USER
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `account ${process.getuid?.() ?? 'without a name'}`
  }
}
