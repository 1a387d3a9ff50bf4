import { useEffect, useMemo, useRef, useState } from 'react'
import { codeFault, pairFault } from '../../core/crypto/codes.rule.ts'
import { measureRounds } from '../../core/crypto/dossier-key.ts'
import { Alert, PartMissing } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { FormEnd, SecretField } from './form-parts.tsx'
import * as unlockText from './text.ts'

interface CodeFormProps {
  action: string
  /** @returns what went wrong, or undefined */
  onCode(code: string): Promise<string | undefined>
  onCancel: (() => void) | undefined
}

/** The student chooses a code before typing anything: nothing is ever stored unencrypted. */
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
    // The student types the words once, as a code of their own: a student who can't has not written
    // them down.
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
      <FormEnd
        label={action}
        closed={working}
        working={working && unlockText.working}
        onBack={onCancel}
      />
    </Form>
  )
}

interface ProposedProps {
  /** The three words, if the student has taken them as a code. */
  taken: string | undefined
  working: boolean
  /** @param inPlace these words replace three that were already taken */
  onTake(words: string, inPlace: boolean): void
}

const loadWords = () => import('./words-text.ts')

/**
 * Proposes three words, hard to guess and easy to write down. Their place is reserved before the
 * word list has loaded, so that no field moves under a thumb; without the list the student thinks
 * of a code.
 */
export function ProposedWords({ taken, working, onTake }: ProposedProps) {
  const { part, retry } = useLazyPart(loadWords)
  const list = useMemo(() => part?.words.split(' ') ?? [], [part])
  const [shown, setShown] = useState('')
  if (list.length > 0 && !shown) setShown(draw(list))
  if (retry) return <PartMissing retry={retry} />
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

/**
 * Draws three words with equal chances: the list's length is a power of two, so the remainder
 * favours no word.
 */
export function draw(list: readonly string[]): string {
  const places = crypto.getRandomValues(new Uint16Array(3))
  return Array.from(places, place => list[place % list.length]).join(' ')
}
