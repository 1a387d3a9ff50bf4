import type { ReactNode } from 'react'

export type Tone = 'danger' | 'warning' | 'success' | 'info'

/** Errors interrupt a screen reader, the rest waits its turn. */
export function Alert({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className="alert" role={tone === 'danger' ? 'alert' : 'status'} data-tone={tone}>
      {children}
    </div>
  )
}
