import type { Provider, Said, Sent } from './link.ts'
import { type Fate, type Reply, reply } from './provider.ts'
import { also, announcement, type Purpose, purposeOf, type Request, type Uploads } from './uploads.ts'

/** The model's own provider: keeps what it accepts, without a rule of its own. */
export class StandIn implements Provider {
  constructor(
    readonly uploads: Uploads,
    /** What is told of each part that is taken. */
    readonly brings: (request: Request) => void,
    /** Whether it announces uploads in parts. */
    readonly announces: boolean,
  ) {}

  comesPartly(request: Request, came: number): void {
    this.uploads.cut(request, came)
  }

  answer({ request }: Sent, fate: Fate, retryAfter: string, say: (said: Said) => void): void {
    say(this.#answerTo(request, fate, retryAfter))
  }

  #answerTo(request: Request, fate: Fate, retryAfter: string): Said {
    const purpose = purposeOf(request)
    if (fate === 'forgets') this.uploads.forgetAll()
    if (purpose === 'whole') {
      const { stored, ...said } = this.#announced(reply(fate, retryAfter))
      return { ...said, stored: stored ? request.body : undefined }
    }
    return this.#answerInParts(request, purpose, fate, retryAfter)
  }

  /** A verdict comes with the last part only; whatever else happens to requests happens to each of these. */
  #answerInParts(request: Request, purpose: Purpose, fate: Fate, retryAfter: string): Said {
    const isVerdict = verdicts.includes(fate)
    const said = this.#announced(reply(isVerdict && purpose !== 'lastPart' ? 'good' : fate, retryAfter))
    if (garbled.includes(fate)) this.uploads.answersOddly(request.url)
    if (!said.stored && !isVerdict) return { ...said, stored: undefined }
    this.brings(request)
    const taken = this.uploads.take(request)
    const isOwn = isVerdict || honest.includes(fate)
    if ('answer' in taken)
      return { ...said, ...(isOwn ? this.#announced({ ...said, answer: taken.answer }) : {}), stored: undefined }
    const { answer } = said
    const final = isOwn && typeof answer !== 'string' ? also(answer, 'Upload-Complete', '?1') : answer
    return { ...said, answer: final, stored: said.stored ? taken.whole : undefined }
  }

  #announced(said: Reply): Reply {
    const { answer } = said
    if (!this.announces || typeof answer === 'string' || answer.text.startsWith('<')) return said
    return { ...said, answer: also(answer, 'Upload-Limit', announcement) }
  }
}

/** What the call says of the whole. */
const verdicts: readonly Fate[] = ['refused', 'asksCode', 'unprocessable422']
/** The provider's own words reach the phone. */
const honest: readonly Fate[] = ['good', 'slow', 'forgets']
/** Words that an upload in parts has no sense for: the portal may begin anew, or send the whole. */
const garbled: readonly Fate[] = [
  'pageAfterStoring',
  'cutJson',
  'cutTransfer',
  'empty204',
  'noStatus',
  'tooLarge413',
  'missing404',
]
