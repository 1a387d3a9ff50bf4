import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentBacQuery, newestBacQuery } from '../../core/api/queries.ts'
import * as commonText from '../../spec/text.ts'
import { Head } from '../../ui/head.tsx'
import { Help } from '../../ui/help.tsx'
import type { Begun, Phase } from './begun.ts'
import { OlderBacs, ToKnow, ToPrepare } from './notes.tsx'
import * as homeText from './text.ts'
import { RegisterButton, Ways } from './ways.tsx'

interface HomeProps {
  countdown: ReactNode
  /** Undefined: not known yet. */
  phase: Phase | undefined
  /** What goes on here: its parts come with the wizard's knowledge, and only where something was begun. */
  begun: { state: Begun['state']; action: ReactNode; news: ReactNode } | undefined
  /** What else waits on this device, or can be done with it. */
  foot: ReactNode
  sites: { years20192020: string; older: string }
}

/** One thing for each state: what the dates and this device make of it. */
export function HomeScreen({ countdown, phase, begun, foot, sites }: HomeProps) {
  const bac = useQuery(currentBacQuery).data ?? ''
  const newest = useQuery(newestBacQuery).data ?? ''
  // A draft can't be gone on with while nobody is let in, and what is only prepared begins like any other.
  const resumable = begun && begun.state !== 'prepared' && (begun.state !== 'draft' || phase !== 'closed')
  return (
    <>
      <Head title={homeText.title}>
        <div className="now">
          {resumable ? (
            begun.action
          ) : (
            <WindowAction phase={phase} bac={bac} newest={newest}>
              {countdown}
            </WindowAction>
          )}
        </div>
      </Head>
      <div className="body">
        <div className="intro">{begun ? begun.news : <p>{homeText.intro}</p>}</div>
        <Ways phase={phase} begun={resumable && begun.state} bac={bac} newest={newest} />
        {foot}
        <div className="cols">
          <ToPrepare />
          <div className="stack">
            <ToKnow />
            {phase === 'closed' && <Help />}
            {phase !== undefined && phase !== 'closed' && <OlderBacs {...sites} />}
          </div>
        </div>
      </div>
    </>
  )
}

type ActionProps = Pick<HomeProps, 'phase'> & { bac: string; newest: string; children: ReactNode }

/** What to do as the dates stand; until they are known the page offers what is most likely, where it then is. */
function WindowAction({ phase, bac, newest, children }: ActionProps) {
  const isAhead = phase === 'closed' || phase === 'soon'
  if (isAhead)
    return (
      <>
        {children}
        <Link to="/preparer" className="button">
          {commonText.prepare}
        </Link>
        {phase === 'soon' && <p className="where">{homeText.readier}</p>}
      </>
    )
  return (
    <>
      <p className="where">{newest ? homeText.newest(newest) : homeText.free}</p>
      <RegisterButton bac={bac} />
      {children}
    </>
  )
}
