import { useEffect, useState } from 'react'
import { howLong, type Lasting as Long } from '../../core/db/lasting.page.ts'
import { isInstalled } from '../../core/platform/installed.page.ts'
import * as installText from './text.ts'
import { isApple } from './way.rule.ts'

/** What the browser promises of what is kept here: never more than it does. */
export function HowLong() {
  const [long, setLong] = useState<Long>()
  useEffect(() => {
    const { userAgent, maxTouchPoints } = navigator
    howLong(isApple({ userAgent, touchPoints: maxTouchPoints }) && !isInstalled()).then(setLong, reportError)
  }, [])
  return long ? <p className="hint">{installText.lasting[long]}</p> : null
}
