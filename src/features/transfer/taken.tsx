import { Link } from '@tanstack/react-router'
import { Alert } from '../../ui/alert.tsx'
import { Head } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { askFor } from '../shared-device/subject.ts'
import type { Parcel } from './parcel.ts'
import type { TakenIn } from './take-in.ts'
import * as transferText from './text.ts'

/** It lies here: the code that says so to the other device, and the way on. */
export function Taken({ taken: { proof, outcome }, parcel }: { taken: TakenIn; parcel: Parcel }) {
  const { kind, answers } = parcel.dossier
  const onwards = (
    <>
      {transferText.goOn} <Icon name="forward" />
    </>
  )
  return (
    <>
      <Head title={transferText.taken}>
        {kind === 'enrolment' ? (
          <Link to="/register" className="button">
            {onwards}
          </Link>
        ) : (
          <Link to="/reclamation/$matricule" params={{ matricule: askFor(answers.matricule ?? '') }} className="button">
            {onwards}
          </Link>
        )}
      </Head>
      <div className="body">
        <Alert tone="success">{transferText.outcomeText[outcome]}</Alert>
        {proof && (
          <section className="alert">
            <h2>{transferText.proof}</h2>
            <p className="phone">
              <strong>{proof.slice(0, 3)}</strong> <strong>{proof.slice(3)}</strong>
            </p>
            <p>{transferText.sayProof}</p>
          </section>
        )}
      </div>
    </>
  )
}
