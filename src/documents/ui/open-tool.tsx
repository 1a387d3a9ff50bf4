import type { Verbs } from './row-props.ts'
import type { useTools } from './use-tools.ts'

/** The editor or the camera, over the page. */
export function OpenTool({ tools: { open, close }, verbs }: { tools: ReturnType<typeof useTools>; verbs: Verbs }) {
  if (!open) return null
  const { document } = open
  if (open.kind === 'camera')
    return <open.Camera document={document} onCancel={close} onTaken={file => verbs.choose(document, file)} />
  const { source } = open
  return (
    <open.Editor
      document={document}
      source={source}
      onCancel={close}
      onUse={mend => {
        close()
        void verbs.mend(document, mend, source)
      }}
    />
  )
}
