import { useEffect, useState } from 'react'
import type { Begun } from '../home/begun.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useMode, useOpenDossier } from '../shared-device/session/use-device.ts'
import { listMine } from '../storage/dossiers.ts'
import { loadScreens } from './load-screens.ts'

type Parts = Pick<Awaited<ReturnType<typeof loadScreens>>, 'BegunAction' | 'BegunFoot' | 'BegunNews'>

/** What was begun on this device, once the disk has been asked. The wizard's knowledge comes only where something was. */
export function useBegun(): (Parts & { begun: Begun }) | undefined {
  const [found, setFound] = useState<Parts & { begun: Begun }>()
  const items = useOutbox()
  const open = useOpenDossier()
  const mode = useMode()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them means that the disk may say something else
  useEffect(() => {
    let left = false
    findBegun().then(begun => !left && setFound(begun), reportError)
    return () => {
      left = true
    }
  }, [items, open, mode])
  return found
}

async function findBegun() {
  const { mine } = await listMine()
  const dossier = mine.find(({ kind, answers }) => kind === 'enrolment' && Object.keys(answers).length > 0)
  if (!dossier) return undefined
  // A network that fails, or a page that is left: home is as for who has begun nothing, and still leads on.
  const screens = await loadScreens().catch((): undefined => undefined)
  if (!screens) return undefined
  const { readBegun, BegunAction, BegunFoot, BegunNews } = screens
  return { BegunAction, BegunFoot, BegunNews, begun: await readBegun(dossier) }
}
