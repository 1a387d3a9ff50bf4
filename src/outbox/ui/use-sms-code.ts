import { useEffect, useRef } from 'react'

/** WebOTP, which no type of TypeScript knows. */
interface SmsCode extends Credential {
  code: string
}
const wanted = { otp: { transport: ['sms'] } }

/** Where the browser can, it offers the code of an SMS that ends with `@host #1234`; the student only has to agree. */
export function useSmsCode(isWanted: boolean, onCode: (code: string) => void): void {
  const take = useRef(onCode)
  useEffect(() => {
    take.current = onCode
  })
  useEffect(() => {
    if (!isWanted || !('OTPCredential' in window)) return
    const stop = new AbortController()
    const asked: CredentialRequestOptions = { ...wanted, signal: stop.signal }
    navigator.credentials.get(asked).then(
      credential => {
        if (credential && 'code' in credential) take.current((credential as SmsCode).code)
      },
      // Ended with the step, not agreed to, or no SMS came: the code is typed.
      () => undefined,
    )
    return () => stop.abort()
  }, [isWanted])
}
