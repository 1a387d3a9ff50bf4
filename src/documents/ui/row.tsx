import { useId, useRef } from 'react'
import type { Awaiting } from '../../core/db/device-store.ts'
import { useFault } from '../../ui/use-fault.ts'
import { isFailed } from '../view.ts'
import { PhotoInput } from './photo-input.tsx'
import { RowHead } from './row-head.tsx'
import { RowPanel } from './row-panel.tsx'
import type { RowProps } from './row-props.ts'
import { usePicture } from './use-picture.ts'
import { usePictureUrl } from './use-picture-url.ts'
import { useSmall } from './use-small.ts'

/** One identity document: small where it is done, and open where there is something to do. Its input is never folded away. */
export function DocumentRow(props: RowProps) {
  const { document, view, verbs, open, picking } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const picture = useSmall(usePicture(view.picture, view.item))
  const url = usePictureUrl(picking ? undefined : picture)
  const pick = (by: Awaiting['by']) => input.current && verbs.pick(input.current, document, by)
  useFault(isFailed(view))
  return (
    <li data-document={document} data-state={view.state}>
      <PhotoInput ref={input} id={id} {...props} />
      <details
        name="document"
        open={open}
        // The browser may open it as well, for who looks for a word in the page.
        onToggle={event => event.currentTarget.open && !open && verbs.toggle(document)}
      >
        <RowHead id={id} url={url} {...props} />
        {open && <RowPanel id={id} url={url} pick={pick} {...props} />}
      </details>
    </li>
  )
}
