import type { WriteLog } from '../monitoring/log.ts'

/**
 * Names come from outside: each is logged once, only where it can be a field's, and not many of
 * them.
 */
const mostNames = 20
const fieldName = /^[A-Za-z]\w{0,39}$/

/**
 * Says what a newcomer would search for hours: the portal sends a field, and the server does not
 * store it.
 */
export function tellDroppedFields(
  writeLog: WriteLog,
): (path: string, names: readonly string[]) => void {
  const logged = new Set<string>()
  return (path, names) => {
    for (const name of names) {
      const about = `${path} ${name}`
      if (logged.has(about) || logged.size >= mostNames || !fieldName.test(name)) continue
      logged.add(about)
      writeLog({
        level: 'warn',
        message: `${path}: this server does not know the field "${name}", and has dropped it. If the portal is to send it, add it to the body of this call in provider/src/web/calls and in src/core/api/schemas.ts.`,
      })
    }
  }
}
