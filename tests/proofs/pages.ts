/** What pages and comments name, so that it can be looked for. */

export interface Link {
  /** Relative to its page; empty for the page itself. */
  path: string
  heading: string | undefined
}

/** Paths of the project in backticks, begun with one of its folders; what a command writes lies in a hidden one. */
const paths = /`((?:src|sw|provider(?!\/dist)|contract|build|tests|docs|public)\/(?:[\w-][\w.-]*\/?)*)`/g
const links = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const headings = /^#+ (.+)$/gm
const fences = /^ *```[\s\S]*?^ *```$/gm

const all = (text: string, pattern: RegExp): string[][] => [...text.matchAll(pattern)].map(([, ...groups]) => groups)

export function namesInPage(markdown: string): { files: string[]; links: Link[]; headings: string[] } {
  const text = markdown.replace(fences, '')
  return {
    files: all(text, paths).map(([path = '']) => path),
    links: all(text, links).map(([path = '', heading]) => ({ path, heading })),
    headings: all(text, headings).map(([heading = '']) => anchorOf(heading)),
  }
}

/** As GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')

const comments = /^\s*(?:\/\/|--|\{?\/?\*).*$|\s\/\/ .*$/gm
/** Without the dots that lead to it. */
const names = /(?<![\w:/.-])(?:\.{1,2}\/)*([\w-][\w./-]*\.(?:md|tsx?|css|sql|csv))\b(?![\w/])/g

/** Files that the comments of a source name. */
export function namesInComments(source: string): string[] {
  return (source.match(comments) ?? [])
    .flatMap(comment => all(comment.replace(/\w+:\/\/\S+/g, ''), names))
    .map(([name = '']) => name)
}
