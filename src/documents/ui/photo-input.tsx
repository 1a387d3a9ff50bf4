import { type RefObject, useEffect } from 'react'
import { acceptedExtensions } from '../../spec/documents.ts'
import { takeCarried } from '../../ui/carried.page.ts'
import { missingOf } from '../view.ts'
import type { RowProps, Verbs } from './row-props.ts'
import type { useTools } from './use-documents.ts'

type InputProps = Pick<RowProps, 'document' | 'view' | 'verbs'> & {
  ref: RefObject<HTMLInputElement | null>
  /** The row's id: its title and state name and describe the input. */
  id: string
  /**
   * A second one, for a phone that opens nothing, or shows no photo, for the first one's
   * extensions.
   */
  any?: boolean
}

/** The phone's own picker, opened by the row's buttons. */
export function PhotoInput({ ref, id, document, view, verbs, any = false }: InputProps) {
  const { onPhoto, cancelled } = verbs
  const wrong = view.fault || missingOf(view) || view.state === 'failed'
  // React handles the cancel event of a dialog, not of a file input.
  useEffect(() => {
    const element = ref.current
    element?.addEventListener('cancel', cancelled)
    return () => element?.removeEventListener('cancel', cancelled)
  }, [ref, cancelled])
  // A picker outlives a screen that fails and is drawn anew: its photo comes to the input that
  // opened it.
  useEffect(() => {
    const element = ref.current
    const old = takeCarried(document)
    old?.addEventListener?.('change', () => {
      if (!element) return
      element.files = old.files ?? null
      element.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }, [ref, document])
  return (
    <input
      ref={ref}
      className="vh"
      type="file"
      tabIndex={-1}
      name={any ? undefined : document}
      accept={any ? 'image/*' : acceptedExtensions}
      aria-labelledby={`${id}-title`}
      aria-describedby={wrong ? `${id}-error ${id}-state` : `${id}-state`}
      aria-invalid={wrong ? true : undefined}
      onChange={event => {
        const file = event.target.files?.[0]
        // Some browsers, when the student leaves the picker, report a change with no file.
        if (file) onPhoto(document, file)
        else cancelled()
        // Cleared, so that the student can pick the same file again after editing it on the phone.
        event.target.value = ''
      }}
    />
  )
}

/** The editor or the camera, over the page. */
export function OpenTool({
  tools: { open, close },
  verbs,
}: {
  tools: ReturnType<typeof useTools>
  verbs: Verbs
}) {
  if (!open) return null
  const { document } = open
  if (open.kind === 'camera')
    return (
      <open.Camera
        document={document}
        onCancel={close}
        onTaken={file => verbs.onPhoto(document, file)}
      />
    )
  const { source } = open
  return (
    <open.Editor
      document={document}
      source={source}
      onCancel={close}
      onUse={edit => {
        close()
        verbs.edit(document, edit, source)
      }}
    />
  )
}
