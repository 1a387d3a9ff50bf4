import { useEffect } from 'react'
import { problemText } from '../../core/api/text.ts'
import { Alert } from '../../ui/alert.tsx'
import { scrollToTop } from '../../ui/scroll.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { type Item, needsCode } from '../item.ts'
import * as sendingText from './text.ts'
import { Why } from './why.tsx'

interface CallProps {
  item: Item | undefined
  label: string
  /** The focus goes to what is told; without it the screen has a better place for it. */
  arrives?: boolean
}

/** A call that the outbox makes for the student: under way, waiting for the network, or refused (section 2). */
export function ShortCall({ item, label, arrives = false }: CallProps) {
  // A refusal is news again, also of a call that had been waiting.
  const news = item && (item.state === 'refused' || item.trouble) ? `${item.id} ${item.state}` : undefined
  useEffect(() => {
    if (news) scrollToTop()
  }, [news])
  // What is asked of the student stands where it is asked (sms-code/).
  if (!item || item.state === 'accepted' || needsCode(item)) return null
  if (item.state === 'refused')
    return (
      <Alert key={news} tone="danger" arrives={arrives}>
        {refusalText(item)}
      </Alert>
    )
  if (!item.trouble) return <Spinner label={label} />
  return (
    <Alert tone="info" arrives={arrives}>
      <Why problem={item.trouble} at={item.notBefore} what={sendingText.leaves} />
    </Alert>
  )
}

export function refusalText({ reply, trouble }: Item): string {
  return reply?.msg || (trouble ? problemText(trouble) : sendingText.refused)
}
