import { useEffect, useMemo } from 'react'
import { clock } from '../../core/platform/clock.ts'
import { useController } from '../../ui/use-controller.ts'
import { createPicker } from '../picker.ts'

export function usePicker(dossier: string, prepares: boolean) {
  const picker = useMemo(() => createPicker(dossier, clock, prepares), [dossier, prepares])
  useEffect(() => {
    const seen = () => picker.seen(document.visibilityState === 'visible')
    picker.look().catch(reportError)
    document.addEventListener('visibilitychange', seen)
    addEventListener('focus', seen)
    return () => {
      picker.shut()
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('focus', seen)
    }
  }, [picker])
  return useController(picker)
}
