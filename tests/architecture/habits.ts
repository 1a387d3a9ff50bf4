import { code, lineAt, type Source } from './source.ts'

interface Habit {
  /** What a violation is told. */
  rule: string
  pattern: RegExp
  allowed?: (path: string) => boolean
}

const inside =
  (...folders: string[]) =>
  (path: string) =>
    folders.some(folder => path.startsWith(folder))
const pure = /^src\/spec\/|\/(?:transitions|wizard|[\w-]+\.rule)\.ts$/

const habits: readonly Habit[] = [
  {
    rule: 'only src/core/api/ speaks to the network',
    pattern: /(?<![.\w]|function )(?:(?:globalThis|window|self)\.)?fetch\s*\(|\bXMLHttpRequest\b|\bsendBeacon\b/g,
    // A page that the worker lets through, or a file of the build, is no call of the provider's.
    allowed: inside('src/core/api/', 'src/core/platform/lazy-part.ts', 'sw/files.ts', 'sw/navigation.ts'),
  },
  { rule: 'only src/core/db/ opens databases', pattern: /\bindexedDB\b/g, allowed: inside('src/core/db/') },
  {
    rule: 'dossiers and requests are written by putRevised, or a change goes unseen (src/core/db/revision.ts)',
    pattern: /\b(?:dossiers|queue)\.put\(/g,
  },
  {
    rule: 'the clock is read at the edge and handed in as `now`',
    pattern: /\bDate\.now\s*\(|\bnew\s+Date\s*(?:\(\s*\)|(?![\w(\s]))|\bperformance\.now\s*\(/g,
    allowed: path => !pure.test(path),
  },
  {
    rule: "the provider's text is text, never markup or code",
    pattern:
      /\bdangerouslySetInnerHTML\b|\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\beval\s*\(|\bnew\s+Function\s*\(/g,
  },
  {
    rule: 'what a phone formats it formats without Intl: to make its first formatter takes a tenth of a second',
    pattern: /\bIntl\.|\btoLocale(?:Date|Time)?String\s*\(/g,
  },
  {
    rule: 'React does not hear of a pointer that only passes by (src/app/hold-touches.ts)',
    pattern: /\bon(?:(?:Mouse|Pointer)(?:Enter|Leave|Over|Out)|MouseMove|(?:Got|Lost)PointerCapture)\b/g,
  },
  {
    rule: 'what lies over the page is drawn by src/ui/dialog.tsx, which keeps a hasty tap from answering it',
    pattern: /<dialog\b|\.showModal\s*\(/g,
    allowed: inside('src/ui/dialog.tsx'),
  },
]

export function habitsOf(sources: readonly Source[]): string[] {
  return sources.flatMap(source => {
    const { path } = source
    const bare = code(source)
    return habits
      .filter(({ allowed }) => !allowed?.(path))
      .flatMap(({ rule, pattern }) =>
        [...bare.matchAll(pattern)].map(({ 0: found, index }) => `${path}:${lineAt(bare, index)} ${found} — ${rule}`),
      )
  })
}
