import { useEffect, useState } from 'react'
import { listReceived } from '../../core/db/received.ts'
import { Way } from '../../ui/way.tsx'
import * as incomingText from './text.ts'

/** On the way home: photos that have come and have no place yet are not forgotten. */
export function ToPlace() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    listReceived().then(keys => setCount(keys.length), reportError)
  }, [])
  if (count === 0) return null
  return (
    <ul className="rows">
      <Way to="/partage" icon="image">
        {incomingText.toPlace(count)}
      </Way>
    </ul>
  )
}
