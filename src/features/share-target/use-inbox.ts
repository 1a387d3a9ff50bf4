import { useEffect, useState } from 'react'
import { useController } from '../../ui/use-controller.ts'
import { fromWorker } from './from-worker.page.ts'
import { createInbox, type Inbox } from './inbox.ts'

/** For as long as the page is looked at: whoever leaves it, or locks the device, has it no longer. */
export function useInbox(): Inbox {
  const [inbox] = useState(() => createInbox(fromWorker))
  useEffect(() => {
    inbox.open().catch(reportError)
  }, [inbox])
  return useController(inbox)
}
