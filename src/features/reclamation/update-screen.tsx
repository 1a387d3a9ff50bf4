import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { dropReplies } from '../../core/db/kept.ts'
import * as commonText from '../../spec/text.ts'
import { Head } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import * as updateText from './update-text.ts'

/** Section 2, the confirmation after a document update. */
export function UpdateScreen() {
  useEffect(() => {
    dropReplies().catch(reportError)
  }, [])
  return (
    <Head title={updateText.updateTitle}>
      <p>{updateText.detail}</p>
      <Link to="/status" className="button">
        {commonText.toStatus} <Icon name="forward" />
      </Link>
    </Head>
  )
}
