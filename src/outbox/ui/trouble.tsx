import { problemText } from '../../core/api/text.ts'
import type { Trouble } from '../../core/api/use-queries.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import * as sendingText from './text.ts'
import { Why } from './why.tsx'

interface TroubleProps {
  trouble: Trouble | undefined
  words?: string
  what?: string
  /** The alert gets the focus. */
  arrives?: boolean
  retry(): void
}

/** Why a question has no answer, when it is asked again automatically, and a button to ask it now. */
export function TroubleAlert({ trouble, words, what, arrives = false, retry }: TroubleProps) {
  if (!trouble) return null
  return (
    <Alert tone="danger" arrives={arrives}>
      <p>
        <Why {...trouble} words={words} what={what} />
      </p>
      <button type="button" className="quiet" onClick={() => retry()}>
        {commonText.retry}
      </button>
    </Alert>
  )
}

/** Section 8: a list that can't be loaded is reported in red at the top of its form. */
export function ListTrouble({ trouble, retry }: TroubleProps) {
  const problem = trouble?.problem
  const why = problem?.kind === 'contract' ? sendingText.listIncomplete : problemText(problem)
  return <TroubleAlert trouble={trouble} words={sendingText.listMissing(why)} retry={retry} />
}
