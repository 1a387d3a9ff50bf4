import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { openEnrolment } from '../core/db/dossiers.ts'
import { useOpenDossier } from '../features/shared-device/use-device.ts'
import { HandedScreen } from '../features/transfer/handed.tsx'
import { Loading } from '../ui/loading.tsx'

/** Nothing is begun for an enrolment that goes on elsewhere. */
export function UnlessHanded({ children }: { children: ReactNode }) {
  const [handed, setHanded] = useState<string | false>()
  const [visit, again] = useReducer((count: number) => count + 1, 0)
  const open = useOpenDossier()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them means that the disk may say something else
  useEffect(() => {
    let left = false
    openEnrolment().then(
      ({ draft }) => !left && setHanded(draft?.handed ? draft.id : false),
      () => !left && setHanded(false),
    )
    return () => {
      left = true
    }
  }, [open, visit])
  if (handed === undefined) return <Loading />
  return handed ? <HandedScreen dossier={handed} onBack={again} /> : children
}
