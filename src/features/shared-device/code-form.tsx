import { useEffect, useRef, useState } from 'react'
import { codeFault, pairFault } from '../../core/crypto/codes.rule.ts'
import { measureRounds } from '../../core/crypto/dossier-key.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { FormEnd, SecretField } from './form-parts.tsx'
import * as unlockText from './text.ts'

interface CodeFormProps {
  action: string
  /** @returns what went wrong, or undefined */
  onCode(code: string): Promise<string | undefined>
  onCancel: (() => void) | undefined
}

/** A code is chosen before anything is typed: nothing is ever written in the clear. */
export function CodeForm({ action, onCode, onCancel }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [again, setAgain] = useState('')
  const [words, setWords] = useState<string>()
  const [tried, setTried] = useState(false)
  const [working, setWorking] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const taken = code !== '' && code === words
  const fault = codeFault(code)
  const pair = pairFault(code, again)
  useEffect(measureRounds, [])
  const take = (words: string, inPlace: boolean) => {
    setWords(words)
    setCode(words)
    setAgain('')
    // Typed once by the student, as a code of their own would be: who can't has not written it down.
    if (!inPlace) second.current?.focus()
  }
  const send = async () => {
    setTried(true)
    if (pair) (fault ? first : second).current?.focus()
    if (pair || working) return
    setWorking(true)
    const failed = await onCode(code).catch(() => unlockText.failed)
    setTrouble(failed)
    setWorking(false)
  }
  return (
    <Form onSend={send}>
      {trouble && <Alert tone="danger">{trouble}</Alert>}
      <ProposedWords taken={taken ? words : undefined} working={working} onTake={take} />
      <SecretField
        ref={first}
        name="code-choisi"
        label={unlockText.code}
        hint={unlockText.chooseHint}
        error={tried && fault ? unlockText.faultText[fault] : undefined}
        value={code}
        working={working}
        onValue={setCode}
      />
      <SecretField
        ref={second}
        name="code-repete"
        label={unlockText.again}
        hint={taken ? unlockText.fromPaper : undefined}
        error={tried && !fault && pair ? unlockText.faultText[pair] : undefined}
        value={again}
        working={working}
        onValue={setAgain}
      />
      <FormEnd label={action} closed={working} working={working && unlockText.working} onBack={onCancel} />
    </Form>
  )
}

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
      <h2>{unlockText.proposed}</h2>
      <p aria-live="polite" translate="no">
        {[0, 1, 2].map(place => (
          <strong key={place} className="phone">
            {shown.split(' ')[place] || '\u00a0'}
          </strong>
        ))}
      </p>
      <p>{unlockText.onPaper}</p>
      <div className="pair">
        <button type="button" className="quiet" disabled={closed} onClick={others}>
          {unlockText.others}
        </button>
        <button type="button" disabled={closed} onClick={() => onTake(shown, false)}>
          {unlockText.take}
        </button>
      </div>
    </section>
  )
}

/** Three of a list, each as likely as any other: its length is a power of two, so that no remainder favours the first. */
export function draw(list: readonly string[]): string {
  const places = crypto.getRandomValues(new Uint16Array(3))
  return Array.from(places, place => list[place % list.length]).join(' ')
}
