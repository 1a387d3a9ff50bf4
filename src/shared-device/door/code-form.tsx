import { useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Form } from '../../ui/form.tsx'
import { codeFault, pairFault } from '../../vault/code.rule.ts'
import { FormEnd } from './form-end.tsx'
import { SecretField } from './secret-field.tsx'
import * as doorText from './text.ts'

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
  const [tried, setTried] = useState(false)
  const [working, setWorking] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const fault = codeFault(code)
  const pair = pairFault(code, again)
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
        error={tried && !fault && pair ? doorText.faultText[pair] : undefined}
        value={again}
        working={working}
        onValue={setAgain}
      />
      <FormEnd label={action} closed={working} working={working && doorText.working} onBack={onCancel} />
    </Form>
  )
}
