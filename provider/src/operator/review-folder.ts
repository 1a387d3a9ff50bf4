import * as v from 'valibot'
import { spacedPhone } from '../sms/sms-outbox.ts'
import { escapeHtml } from '../students/escape-html.ts'
import { fullName } from '../students/names.ts'
import { formatDateHeure } from '../window/enrolment-window.ts'
import { Dossier, dossierFile } from './dossier.ts'
import { age } from './lines.ts'
import type { PrivateFolder } from './private-folder.ts'
import { reviewPage, reviewShell, type Typing } from './review-page.ts'

/**
 * Turns each dossier into a page on arrival; writes the index last, as the sign that all pages are
 * there.
 */
export class ReviewFolder {
  private readonly rows: string[] = []

  constructor(
    private readonly folder: PrivateFolder,
    private readonly typing: Typing,
    private readonly now: Date,
  ) {}

  async take(name: string, bytes: Uint8Array): Promise<void> {
    if (!name.endsWith(`/${dossierFile}`)) return this.folder.write(name, bytes)
    const dossier = v.parse(Dossier, JSON.parse(Buffer.from(bytes).toString('utf8')))
    const page = `${dossier.student.matricule}/index.html`
    await this.folder.write(page, reviewPage(dossier, this.typing))
    this.rows.push(this.row(dossier, page))
  }

  /** @returns how many pages there are, and where to begin */
  async finish(): Promise<string[]> {
    if (this.rows.length === 0) return []
    const head = ['Waiting since', 'For', 'Matricule', 'Name', 'Phone', 'To judge'].map(
      name => `<th>${name}</th>`,
    )
    const made = `<p>Made on ${formatDateHeure(this.now)} (Bamako time): what was decided since is not shown. These pages hold identity documents: delete the folder when you are done.</p>`
    const table = `<table><thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${this.rows.join('\n')}\n</tbody></table>`
    await this.folder.write(
      'index.html',
      reviewShell('Files to review', `<h1>Files to review</h1>\n${made}\n${table}`),
    )
    return [
      `${this.rows.length} made. Open ${this.folder.path}/index.html in a browser; delete the folder when you are done.`,
    ]
  }

  private row({ student, phone, waitingSince, documents }: Dossier, page: string): string {
    const since = waitingSince === null ? undefined : new Date(waitingSince)
    const toJudge = documents.filter(({ state }) => state === 'received').length
    const cells = [
      since ? formatDateHeure(since) : 'not waiting',
      since ? age(since, this.now) : '',
      student.matricule,
      fullName(student),
      spacedPhone(phone),
      `${toJudge} of ${documents.length}`,
    ].map(escapeHtml)
    const linked = cells.map((cell, index) =>
      index === 2 ? `<a href="${escapeHtml(page)}">${cell}</a>` : cell,
    )
    return `<tr>${linked.map(cell => `<td>${cell}</td>`).join('')}</tr>`
  }
}
