import type { ReactNode } from 'react'

interface FormProps {
  className?: string
  /** Also by the Enter key. */
  onSend(): void
  children: ReactNode
}

/** What is wrong is said by the portal, and nothing that somebody typed is offered to the next one. */
export function Form({ className, onSend, children }: FormProps) {
  return (
    <form
      noValidate
      autoComplete="off"
      className={className}
      onSubmit={event => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
    </form>
  )
}
