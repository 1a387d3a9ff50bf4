import { ProblemError } from './problem.ts'

/** The largest receipt accepted, in bytes: a real one has a page or two. */
const mostBytes = 5_000_000
/** Milliseconds without a new byte after which the download is cut; a slow line still delivers some. */
const stalledMs = 45_000

/**
 * Downloads the complete PDF behind a trusted link (src/features/receipt/link.rule.ts). Anything else is refused, or
 * the student might notice only offline that the saved file is a captive portal's page.
 * @throws ProblemError
 */
export async function fetchReceipt(link: string): Promise<Uint8Array<ArrayBuffer>> {
  const limit = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const moves = () => {
    clearTimeout(timer)
    timer = setTimeout(() => limit.abort(), stalledMs)
  }
  try {
    moves()
    const options = { cache: 'no-store', credentials: 'same-origin', signal: limit.signal } as const
    const response = await fetch(link, options)
    if (!response.ok) throw new ProblemError({ kind: 'http', code: response.status })
    const file = await readWhole(response, moves)
    if (isPdf(file)) return file
    const isPage = response.headers.get('Content-Type')?.includes('html')
    throw new ProblemError({ kind: isPage ? 'captive' : 'contract' })
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError({ kind: limit.signal.aborted ? 'stalled' : 'offline' })
  } finally {
    clearTimeout(timer)
    limit.abort()
  }
}

async function readWhole({ body }: Response, moves: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const part = await reader?.read()
    if (!part?.value) return new Uint8Array(await new Blob(parts).arrayBuffer())
    moves()
    size += part.value.length
    if (size > mostBytes) throw new ProblemError({ kind: 'contract' })
    parts.push(part.value)
  }
}

/** Whether the file is a PDF and complete: the last kilobyte of a PDF holds its end marker. */
function isPdf(file: Uint8Array): boolean {
  const text = (from: number, to?: number) => String.fromCharCode(...file.slice(from, to))
  return text(0, 4) === '%PDF' && text(-1024).includes('%%EOF')
}
