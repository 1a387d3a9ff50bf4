import { Caller } from '../setup/caller.ts'
import { type Deed, eventsOf, usualPace } from '../setup/hour.ts'
import { invent, phoneOf } from './crowd.ts'
import { crowd } from './enrol.ts'
import type { Figure } from './figures.ts'
import type { Context } from './students.ts'
import { type Subject, startSubject } from './subject.ts'

/** The address that a carrier's customers share. */
const shared = '127.200.0.1'
const together = 20

/**
 * An hour of students behind one address, one in five of whom mistypes the place, the code and the matricule once. All that
 * they do comes in the order of that hour, with as many of them between look-up, save and code, and as quickly as it is
 * served: what fills again with time has hardly any, so that this is harder than an hour.
 */
export async function nat({ root, imported, quick }: Context): Promise<Figure[]> {
  const students = Math.min(quick ? usualPace.perHour / 4 : usualPace.perHour, Math.floor(imported * 0.7))
  const subject = await startSubject({ dir: root, database: 'postgres', imported })
  const refused = { right: 0, slips: 0 }
  const since = performance.now()
  try {
    const events = eventsOf(students, usualPace)
    const visits = Array.from({ length: students }, (_, index) => new Visit(subject, index, imported))
    await crowd(together, events.length, async place => {
      const event = events[place]
      const http = event && (await visits[event.student]?.next(event.deed))
      if (http !== 200) refused[slips.includes(event?.deed ?? 'lookup') ? 'slips' : 'right'] += 1
    })
  } finally {
    await subject.stop()
  }
  const minutes = (performance.now() - since) / 60_000
  const name = `${students} students behind one address within ${minutes.toFixed(1)} minutes, 20 % mistype`
  return [
    { name: `${name}: calls of theirs that were refused`, unit: '', value: refused.right, goal: { most: 0 } },
    { name: `${name}: slips that were refused as too many`, unit: '', value: refused.slips },
  ]
}

const slips: readonly Deed[] = ['mistypedPlace', 'wrongCode', 'mistypedMatricule']

/** One student: what they do next waits for what they did before. */
class Visit {
  private readonly caller = new Caller(shared)
  private readonly student: ReturnType<typeof invent>
  private before: Promise<number> = Promise.resolve(200)
  private isSaved = false

  constructor(
    private readonly subject: Subject,
    private readonly index: number,
    imported: number,
  ) {
    this.student = invent(index, imported)
  }

  next(deed: Deed): Promise<number> {
    this.before = this.before.then(() => this.do(deed))
    return this.before
  }

  private async do(deed: Deed): Promise<number> {
    const { matricule, nom, prenom, ...place } = this.student
    const phone = phoneOf(this.index)
    switch (deed) {
      case 'mistypedPlace':
        return this.ask('search/matricule', { ...place, numPlace: `9${place.numPlace}` })
      case 'lookup':
        await this.ask('enrolement/chrono', {})
        return this.ask('search/matricule', place)
      case 'save':
        return this.save({ ...place, matricule, nom, prenom, phone })
      case 'wrongCode':
      case 'code':
        // No code comes after a save that was refused, which is counted already.
        if (!this.isSaved) return 200
        return this.ask('otp/valide', { matricule, otp: await this.code(deed === 'code' ? 0 : 1) })
      case 'mistypedMatricule':
        return this.ask('enrolement/statut', { matricule: matricule.replace(/^C/, 'X') })
      case 'status': {
        const http = await this.ask('enrolement/statut', { matricule })
        this.caller.hangUp()
        return http
      }
    }
  }

  private async save(answers: object): Promise<number> {
    const http = await this.ask('enrolement/add', { ...answers, tuteur: 'NINA', nina: '', numAttest: '123456' })
    this.isSaved = http === 200
    return http
  }

  private async code(step: number): Promise<string> {
    const sent = Number(await this.subject.codeFor(phoneOf(this.index)))
    return String((sent + step) % 10_000).padStart(4, '0')
  }

  private async ask(path: string, body: object): Promise<number> {
    const origin = this.subject.originFor(this.index)
    return (await this.caller.post(origin, `/2021/v1/etudiant/${path}`, JSON.stringify(body))).http
  }
}
