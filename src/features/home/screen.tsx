import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { currentBacQuery, newestBacQuery } from '../../core/api/use-queries.ts'
import { Drawing } from '../../documents/ui/drawing.tsx'
import { documentsOf, type WizardVariant } from '../../spec/documents.ts'
import { Head } from '../../ui/head.tsx'
import type { Phase } from './dates.rule.ts'
import { Aside, type Sites, Ways, WindowAction } from './parts.tsx'
import type { Resumable } from './resumable.tsx'
import * as homeText from './text.ts'

interface HomeProps {
  countdown: ReactElement
  phase: Phase | undefined
  /**
   * An enrolment started on this device; its parts load with the wizard's code, and only if there
   * is one.
   */
  resumable: { state: Resumable['state']; action: ReactNode; news: ReactNode } | undefined
  /** Other links: what else waits on this device, or can be done with it. */
  foot: ReactElement | null | undefined
  sites: Sites
  variant: WizardVariant
}

/** The home page: one main action for each state of the dates and of this device. */
export function HomeScreen({ countdown, phase, resumable, foot, sites, variant }: HomeProps) {
  const bac = useQuery(currentBacQuery).data ?? ''
  const newest = useQuery(newestBacQuery).data ?? ''
  // A draft can't go on while enrolment is closed; a student with only prepared documents starts
  // like any other.
  const goesOn =
    resumable &&
    resumable.state !== 'prepared' &&
    (resumable.state !== 'draft' || phase !== 'closed')
  return (
    <>
      <Head title={homeText.title}>
        <div className="now">
          {goesOn ? (
            resumable.action
          ) : (
            <WindowAction phase={phase} bac={bac} newest={newest}>
              {countdown}
            </WindowAction>
          )}
        </div>
      </Head>
      <div className="body">
        <div className="intro">{resumable ? resumable.news : <p>{homeText.intro}</p>}</div>
        <ul className="rows">
          <Ways phase={phase} resumable={goesOn && resumable.state} bac={bac} newest={newest} />
        </ul>
        {foot}
        <div className="cols">
          <ToPrepare variant={variant} />
          <div className="stack">
            <Aside phase={phase} sites={sites} />
          </div>
        </div>
      </div>
    </>
  )
}

/** What the wizard will ask for. */
export function ToPrepare({ variant }: { variant: WizardVariant }) {
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" tabIndex={-1}>
        {homeText.documentsTitle}
      </h2>
      <ul className="rows">
        {documentsOf(variant).map(document => (
          <li key={document} className="need">
            <Drawing document={document} />
            <span>{homeText.documents[document]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
