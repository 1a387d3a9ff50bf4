import { ProblemError } from './problem.ts'

/** The largest receipt accepted, in bytes: a real one has a page or two. */
const mostBytes = 5_000_000
/**
 * Milliseconds without a new byte after which the download is cut; a slow line still delivers some.
 */
const stalledMs = 45_000

/**
 * Downloads the complete PDF behind a trusted link (src/features/receipt/link.rule.ts). Anything
 * else is refused, or the student might notice only offline that the saved file is a captive
 * portal's page.
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
    const pdf = pdfIn(file)
    if (pdf) return pdf
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

/** Bytes within which a reader looks for either end of a PDF (ISO 32000, Annex I). */
const searchedBytes = 1024
/** White space of a PDF, which begins with NUL. */
const blanks = [0, 9, 10, 12, 13, 32]

/**
 * The PDF in `file` from its own first byte on, from which its offsets count, if it is whole.
 * Servers put a byte order mark or a warning before it, and blanks after it.
 */
export function pdfIn(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to))
  let end = file.length
  while (end > 0 && blanks.includes(file[end - 1] ?? 0)) end -= 1
  const begin = text(0, searchedBytes).indexOf('%PDF')
  const ends = text(Math.max(begin, end - searchedBytes), end).includes('%%EOF')
  return begin >= 0 && ends ? file.slice(begin) : undefined
}
