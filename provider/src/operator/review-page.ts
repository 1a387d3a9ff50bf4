import { createHash } from 'node:crypto'
import { escapeHtml } from '../students/escape-html.ts'
import { fullName } from '../students/names.ts'
import { formatDateHeure } from '../window/enrolment-window.ts'
import { comparisonsOf, factsOf } from './comparisons.ts'
import type { Dossier } from './dossier.ts'
import { count, shortDigest } from './lines.ts'
import { rejectionsOf } from './rejection-text.ts'
import { remarkWords } from './remark-words.ts'

type Document = Dossier['documents'][number]

/** How the verifier calls the command: what comes before its name, and after it. */
export interface Typing {
  program: string
  /** Name for the audit, where one was given. */
  as: string | undefined
}

const style = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
body { margin: 1rem auto; max-width: 110rem; padding: 0 1rem }
h1, h2, p, ul { margin: .3rem 0 }
h1 { font-size: 1.4rem }
h2 { font-size: 1.1rem }
article p { font-size: .85rem }
ul { padding-left: 1.2rem }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .2rem 1.5rem; margin: .3rem 0 .5rem }
dt { font-size: .8rem; opacity: .75 }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(23rem, 1fr)); gap: 1rem; align-items: start }
article { border: 1px solid #8888; border-radius: .5rem; padding: .75rem; min-width: 0 }
article.received { border: 2px solid #b36b00 }
img { display: block; width: 100%; height: min(26rem, 48vh); object-fit: contain; background: #8882 }
pre { margin: .25rem 0; padding: .5rem; background: #8882; border-radius: .25rem; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all }
summary { cursor: pointer; padding: .4rem 0 }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #8888; padding: .4rem .6rem .4rem 0; text-align: left }
`
const hash = createHash('sha256').update(style).digest('base64')
// Firefox and Chromium disagree on whether a file from the disk is 'self'.
const policy = `default-src 'none'; img-src 'self' file:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`

/** A page without scripts, opened by a verifier from the disk; `body` is already escaped. */
export function reviewShell(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>
${body}
</body></html>
`
}

/** One student's photographs beside the facts to compare, and the commands that decide on them. */
export function reviewPage(dossier: Dossier, typing: Typing): string {
  const { matricule } = dossier.student
  const name = fullName(dossier.student)
  const facts = factsOf(dossier).map(
    ([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  const toJudge = dossier.documents.filter(({ state }) => state === 'received')
  const acceptAll = toJudge.map(document =>
    command(typing, ['accept', matricule, document.type], document),
  )
  return reviewShell(
    `${matricule} ${name}`,
    [
      '<p><a href="../index.html">All files</a></p>',
      `<h1>${escapeHtml(name)}</h1>`,
      `<dl>${facts.join('')}</dl>`,
      waitingLine(dossier),
      '<p>A click on a photograph shows it whole; a click on a command marks it, to be copied.</p>',
      `<main>${dossier.documents.map(document => card(document, dossier, typing)).join('\n')}</main>`,
      acceptAll.length > 1
        ? `<h2>Accept all ${acceptAll.length}</h2><pre>${escapeHtml(acceptAll.join(' &&\n'))}</pre>`
        : '',
    ].join('\n'),
  )
}

function waitingLine({ waitingSince, confirmedAt }: Dossier): string {
  if (!confirmedAt) return '<p>No code has confirmed this phone number yet.</p>'
  return waitingSince
    ? `<p>Waiting since ${formatDateHeure(new Date(waitingSince))}.</p>`
    : '<p>Not waiting: every document is judged, or the student still has to send one.</p>'
}

function card(document: Document, dossier: Dossier, typing: Typing): string {
  const { type, file, state, message, receivedAt, bytes } = document
  const name = escapeHtml(file)
  const picture = `<a href="${name}" target="_blank" rel="noopener"><img src="${name}" alt="${type}"></a>`
  const facts = `${state}${message ? `: “${escapeHtml(message)}”` : ''} · came ${formatDateHeure(new Date(receivedAt))}`
  return `<article class="${state}"><h2>${titles[type]} <small>${type}</small></h2>
<p>${facts} · ${Math.ceil(bytes / 1024)} KB · photo ${shortDigest(document.digest)}</p>
${remarksLine(document)}${earlierLine(document, dossier, typing)}${picture}
<ul>${comparisonsOf(type, dossier)
    .map(sentence => `<li>${escapeHtml(sentence)}</li>`)
    .join('')}</ul>
${decisions(document, dossier, typing)}</article>`
}

/** The student was told so, and has given no other photograph since. */
function remarksLine({ remarks }: Document): string {
  if (remarks.length === 0) return ''
  const words = remarks.map(remark => remarkWords[remark]).join(', ')
  return `<p><strong>The phone warned the student, who kept it:</strong> ${words}.</p>\n`
}

/**
 * Warns when the photograph has replaced others: an attacker may have sent it in the place of a
 * good one.
 */
function earlierLine(
  { type }: Document,
  { earlier, student }: Dossier,
  { program }: Typing,
): string {
  const before = earlier.filter(one => one.type === type).length
  if (before === 0) return ''
  const look = `${program} versions ${student.matricule} ${type}`
  return `<p><strong>It has taken the place of ${count(before, 'earlier photograph')}:</strong></p><pre>${escapeHtml(look)}</pre>\n`
}

const titles: Record<Document['type'], string> = {
  actenaiss: 'Birth certificate',
  carteid: 'Identity document',
  simcard: 'SIM sheet',
  attest: 'Baccalaureate attestation',
  photobuste: 'Profile photo',
}

function decisions(
  document: Document,
  { student: { matricule } }: Dossier,
  typing: Typing,
): string {
  const { type } = document
  const accept = command(typing, ['accept', matricule, type], document)
  const rejections = rejectionsOf(type).map(
    ({ why, message }) =>
      `<p>${why}</p><pre>${escapeHtml(command(typing, ['reject', matricule, type, message], document))}</pre>`,
  )
  return `<details${document.state === 'received' ? ' open' : ''}><summary>Accept</summary><pre>${escapeHtml(accept)}</pre></details>
<details><summary>Reject</summary>${rejections.join('')}<p>For another reason, write your own sentence in one of these.</p></details>`
}

/**
 * Includes the photograph's digest: the decision must not apply to a photograph sent after this
 * page was made.
 */
function command({ program, as }: Typing, words: string[], { digest }: Document): string {
  const who = as === undefined ? [] : ['--as', as]
  return [program, ...[...words, '--photo', shortDigest(digest), ...who].map(quoted)].join(' ')
}

/** Quotes a word for a shell. */
export function quoted(word: string): string {
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
