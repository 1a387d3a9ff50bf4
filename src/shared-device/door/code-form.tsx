import { useState } from 'react'
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
  const fault = codeFault(code)
  const pair = pairFault(code, again)
  const send = async () => {
    setTried(true)
    if (pair || working) return
    setWorking(true)
    const failed = await onCode(code).catch(() => doorText.failed)
    setTrouble(failed)
    setWorking(false)
  }
  return (
    <Form className="code-form" onSend={send}>
      <h2>{doorText.choose}</h2>
      {trouble && <Alert tone="danger">{trouble}</Alert>}
      <SecretField
        name="code-choisi"
        label={doorText.code}
        hint={doorText.chooseHint}
        error={tried && fault ? doorText.faultText[fault] : undefined}
        value={code}
        disabled={working}
        onValue={setCode}
      />
      <SecretField
        name="code-repete"
        label={doorText.again}
        error={tried && !fault && pair ? doorText.faultText[pair] : undefined}
        value={again}
        disabled={working}
        onValue={setAgain}
      />
      <FormEnd label={action} disabled={working} working={working && doorText.working} onBack={onCancel} />
    </Form>
  )
}
