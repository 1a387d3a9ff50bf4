import { createState } from '../../core/platform/signals.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { type EditSource, sourceOf } from '../edit-source.ts'
import type { GivenPhoto } from '../given.ts'
import { notAtHandMessage, notLoadedMessage } from '../text.ts'
import type { Camera } from './camera.tsx'
import type { Editor } from './editor.tsx'

type Tool =
  | { kind: 'editor'; document: DocumentType; source: EditSource; Editor: typeof Editor }
  | { kind: 'camera'; document: DocumentType; Camera: typeof Camera }

interface Tools {
  open: Tool | undefined
  /** Why the tool that the student asked for did not open. */
  trouble: { document: DocumentType; words: string } | undefined
}

const none: Tools = { open: undefined, trouble: undefined }

export interface Parts {
  editor(): Promise<{ Editor: typeof Editor }>
  camera(): Promise<{ Camera: typeof Camera }>
}

/**
 * The editor and the camera: their code is loaded on first use, since many students need neither.
 */
export function createTools({ editor, camera }: Parts) {
  const { get, set, subscribe } = createState(none)

  async function show(document: DocumentType, wanted: Promise<Tool | undefined>): Promise<void> {
    set({ ...get(), trouble: undefined })
    const tell = (words: string) => set({ ...get(), trouble: { document, words } })
    await wanted.then(
      // The photo may have arrived, and been forgotten here, while the tool was loading.
      found => (found ? set({ ...get(), open: found }) : tell(notAtHandMessage)),
      () => tell(notLoadedMessage),
    )
  }
  return {
    get,
    subscribe,
    close: () => set(none),
    openEditor: (document: DocumentType, photo: GivenPhoto | undefined) =>
      show(
        document,
        Promise.all([photo && sourceOf(photo).catch(() => undefined), editor()]).then(
          ([source, { Editor }]) => source && { kind: 'editor', document, source, Editor },
        ),
      ),
    openCamera: (document: DocumentType) =>
      show(
        document,
        camera().then(({ Camera }) => ({ kind: 'camera', document, Camera })),
      ),
  }
}
