import { useEffect, useState } from 'react'
import { draw } from './draw.ts'
import * as doorText from './unlock-text.ts'

interface ProposedProps {
  /** What the student has taken as a code, if it is these. */
  taken: string | undefined
  working: boolean
  /** @param inPlace another three take the place of those that were taken */
  onTake(words: string, inPlace: boolean): void
}

/**
 * Three words that nobody guesses and everybody can write down. They have their place before their file is here, so that no
 * field moves under a thumb; without it a code is thought of as before.
 */
export function ProposedWords({ taken, working, onTake }: ProposedProps) {
  const [list, setList] = useState<readonly string[]>([])
  const [missing, setMissing] = useState(false)
  const [shown, setShown] = useState('')
  useEffect(() => {
    const came = ({ words }: typeof import('./words-text.ts')) => {
      const all = words.split(' ')
      setList(all)
      setShown(draw(all))
    }
    import('./words-text.ts').then(came, () => setMissing(true))
  }, [])
  if (missing) return null
  const closed = working || list.length === 0
  const others = () => {
    const next = draw(list)
    setShown(next)
    if (taken === shown) onTake(next, true)
  }
  return (
    <section className="alert">
      <h2>{doorText.proposed}</h2>
      <p aria-live="polite" translate="no">
        {[0, 1, 2].map(place => (
          <strong key={place} className="phone">
            {shown.split(' ')[place] || '\u00a0'}
          </strong>
        ))}
      </p>
      <p>{doorText.onPaper}</p>
      <div className="pair">
        <button type="button" className="quiet" disabled={closed} onClick={others}>
          {doorText.others}
        </button>
        <button type="button" disabled={closed} onClick={() => onTake(shown, false)}>
          {doorText.take}
        </button>
      </div>
    </section>
  )
}
