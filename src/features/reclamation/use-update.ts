import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { eraseDossier } from '../../core/db/erase.ts'
import { forgetItems } from '../../outbox/api.ts'
import { endItems } from '../../outbox/end-items.ts'
import type { Item } from '../../outbox/item.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { askFor } from '../shared-device/subject.ts'
import { useMode } from '../shared-device/use-device.ts'
import { itemsDecidedLongAgo } from './update.rule.ts'

/** The items of the current update, without those left over from one that was decided long ago. */
export function useItemsOfUpdate(dossier: string): Item[] | undefined {
  const items = useOutbox(dossier)
  const [openedAt] = useState(() => Date.now())
  const old = useMemo(() => itemsDecidedLongAgo(items ?? [], openedAt), [items, openedAt])
  useEffect(() => {
    if (old.length === 0) return
    forgetItems(old).catch(reportError)
  }, [old])
  return items?.filter(item => !old.includes(item))
}

/** Section 2: once the final call has succeeded and every photo has arrived. */
export function useUpdateEnd(dossier: string, settled: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!settled) return
    let left = false
    const end = async () => {
      try {
        if (!(await endItems(dossier))) return
        eraseDossier(dossier).catch(reportError)
      } catch (error) {
        // Nothing was erased, so nothing is lost: a disk error need not hide the good news.
        reportError(error)
      }
      // Replaces the history entry, whose address contains the student's number.
      if (!left) void navigate({ to: '/update', replace: true })
    }
    void end()
    return () => {
      left = true
    }
  }, [dossier, settled, navigate])
}

/**
 * A link may have the number in its address. On a shared device it is removed from there once the
 * file has loaded.
 */
export function useHiddenSubject(identifier: string, loaded: boolean): void {
  const navigate = useNavigate()
  const shared = useMode() === 'shared'
  useEffect(() => {
    if (!shared || !loaded || !identifier) return
    void navigate({
      to: '/reclamation/$matricule',
      params: { matricule: askFor(identifier) },
      replace: true,
    })
  }, [shared, loaded, identifier, navigate])
}
