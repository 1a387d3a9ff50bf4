import { useEffect, useRef, useState } from 'react'
import { codeFault, pairFault } from '../../core/crypto/code.rule.ts'
import { measureRounds } from '../../core/crypto/rounds.ts'
import { Alert } from '../../ui/alert.tsx'
import { Form } from '../../ui/form.tsx'
import { FormEnd } from './form-end.tsx'
import { ProposedWords } from './proposed-words.tsx'
import { SecretField } from './secret-field.tsx'
import * as doorText from './unlock-text.ts'

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
    const failed = await onCode(code).catch(() => doorText.failed)
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
        label={doorText.code}
        hint={doorText.chooseHint}
        error={tried && fault ? doorText.faultText[fault] : undefined}
        value={code}
        working={working}
        onValue={setCode}
      />
      <SecretField
        ref={second}
        name="code-repete"
        label={doorText.again}
        hint={taken ? doorText.fromPaper : undefined}
        error={tried && !fault && pair ? doorText.faultText[pair] : undefined}
        value={again}
        working={working}
        onValue={setAgain}
      />
      <FormEnd label={action} closed={working} working={working && doorText.working} onBack={onCancel} />
    </Form>
  )
}
