import { isSlowLine } from '../core/api/transport.ts'

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** The student has asked for less data, or the line is slow: photos are made one step smaller. */
export function wantsEconomy(): boolean {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData) return true
  return connection?.effectiveType === 'slow-2g' || connection?.effectiveType === '2g' || isSlowLine()
}
