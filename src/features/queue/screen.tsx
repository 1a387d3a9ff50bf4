import { type ReactElement, useState } from 'react'
import { takesGzip } from '../../core/api/gzip.ts'
import { isEncrypted } from '../../core/crypto/keyring.ts'
import { listMine } from '../../core/db/dossiers.ts'
import { initialsOf } from '../../core/db/encrypted-dossiers.ts'
import { keptSourceFiles } from '../../core/db/source-files.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { readyPhotos } from '../../documents/given.ts'
import * as rowText from '../../documents/ui/row-text.ts'
import { hurry } from '../../outbox/api.ts'
import { type Item, mayGo, needsCode, wireBytes } from '../../outbox/item.ts'
import { itemsOf, onItemsChanged } from '../../outbox/items.ts'
import { AskedCode } from '../../outbox/ui/asked-code.tsx'
import { failsAgain, OtherNetwork } from '../../outbox/ui/calls.tsx'
import { FromDisk } from '../../outbox/ui/from-disk.tsx'
import * as againText from '../../outbox/ui/news-text.ts'
import { useLost, useMemoryOnly, useOutbox, useSending } from '../../outbox/use-outbox.ts'
import * as commonText from '../../spec/text.ts'
import { formatAge, formatBytes } from '../../ui/format.ts'
import { Head } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Help, Link, Way } from '../../ui/static-parts.tsx'
import { useTick } from '../../ui/use-lifecycle.ts'
import { useEncrypted } from '../shared-device/use-device.ts'
import { AnswerAlert, WaitingLine } from './line.tsx'
import {
  type Asked,
  answerTo,
  askedOf,
  elsewhere,
  type Group,
  groupsOf,
  type Known,
  lastArrival,
} from './queue.rule.ts'
import * as waitingText from './text.ts'

/** The one place that shows everything this device still has to send. */
export function WaitingScreen({ foot }: { foot: ReactElement }) {
  const found = useWaiting()
  const isInMemory = useMemoryOnly() !== undefined
  const isLost = useLost().length > 0 || isInMemory
  const [asked, setAsked] = useState<Asked>()
  useTick(true)
  if (!found)
    return (
      <>
        <Head title={waitingText.title} />
        <div className="body">
          <FromDisk />
        </div>
      </>
    )
  const { items, known } = found
  const now = Date.now()
  const waiting = items.filter(mayGo)
  const groups = groupsOf(known)
  const retry = () => {
    setAsked(askedOf(items))
    hurry(Date.now()).catch(reportError)
  }
  return (
    <>
      <Head title={waitingText.title}>
        {waiting.length > 0 && (
          <button type="button" className="button" onClick={retry}>
            {waitingText.retry}
          </button>
        )}
      </Head>
      <div className="body">
        {asked && <AnswerAlert answer={answerTo(asked, items, now)} />}
        <Sum waiting={waiting} items={items} empty={groups.length === 0 && !isLost} now={now} />
        <Groups groups={groups} now={now} />
        <Prepared count={known.reduce((sum, { ready }) => sum + ready, 0)} />
        <Others counts={elsewhere(items, known)} />
        {/* Last on the page, since it appears by itself. */}
        {waiting.some(item => failsAgain(item, now)) && (
          <div className="alert" data-tone="warning">
            <OtherNetwork items={waiting} />
            <p>{againText.askTeam}</p>
            <Help />
          </div>
        )}
        {waiting.length > 0 && foot}
      </div>
    </>
  )
}

interface SumProps {
  waiting: readonly Item[]
  items: readonly Item[]
  empty: boolean
  now: number
}

/** The number is announced anew when an item has left; the size is not read aloud each time. */
function Sum({ waiting, items, empty, now }: SumProps) {
  const gzip = takesGzip('current')
  const bytes = waiting.reduce((sum, item) => sum + wireBytes(item, gzip), 0)
  const last = lastArrival(items)
  return (
    <>
      <p role="status">
        <strong>
          {waiting.length > 0 ? waitingText.waiting(waiting.length) : empty && waitingText.none}
        </strong>
      </p>
      {waiting.length > 0 && <p>{waitingText.bySelf(formatBytes(bytes))}</p>}
      {waiting.length === 0 && last !== undefined && (
        <p>{waitingText.arrived(formatAge(now - last))}</p>
      )}
      {waiting.length === 0 && last !== undefined && (
        <ul className="rows">
          <Way to="/status" icon="glass">
            {commonText.toStatus}
          </Way>
        </ul>
      )}
    </>
  )
}

/** Documents that wait for the student: not sent and not lost. */
function Prepared({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <section>
      <p>{waitingText.ready(count)}</p>
      <Link to="/preparer" className="button quiet">
        {rowText.seeReady}
      </Link>
    </section>
  )
}

function Groups({ groups, now }: { groups: readonly Group[]; now: number }) {
  const sending = useSending()?.id
  // A screen must not have two code fields: of several dossiers that need one, the first asks.
  const asking = groups.filter(({ lines }) => lines.some(({ item }) => item && needsCode(item)))
  const isLater = (id: string) => asking.slice(1).some(group => group.id === id)
  return groups.map(({ id, whose, lines, ...group }) => (
    <section key={id} aria-labelledby={id}>
      <h2 id={id}>{whose}</h2>
      <ul className="rows">
        {lines.map(line => (
          <WaitingLine
            key={line.requestKey}
            line={line}
            group={group}
            asksHere={!isLater(id)}
            sending={line.item !== undefined && line.item.id === sending}
            now={now}
          />
        ))}
      </ul>
      {!isLater(id) && (
        <AskedCode
          dossier={id}
          matricule={group.matricule}
          items={lines.flatMap(({ item }) => item ?? [])}
        />
      )}
    </section>
  ))
}

/**
 * Of a dossier that is locked, or that was erased here while its items may still leave, the page
 * shows only a number.
 */
function Others({ counts }: { counts: ReadonlyMap<string, number> }) {
  const { value: rows = [] } = useEncrypted()
  if (counts.size === 0) return null
  return (
    <section aria-labelledby="autres">
      <h2 id="autres">{waitingText.others}</h2>
      <ul className="rows">
        {[...counts].map(([id, count]) => {
          const row = rows.find(each => each.id === id)
          return (
            <li key={id}>
              <p className="need">
                <Icon name="lock" />
                <span>
                  <b>{row ? waitingText.initials(row.initials) : waitingText.other}</b>
                  <small>{waitingText.locked(count)}</small>
                </span>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The last digits of a matricule: enough for a student who knows it. */
const shownDigits = 4

/**
 * All stored items, and the dossiers whose contents the page may show; undefined until they have
 * been read.
 */
export function useWaiting() {
  const items = useOutbox()
  const { value: known } = useStored(['known'], readKnown, onItemsChanged)
  return items && known && { items, known }
}

async function readKnown(): Promise<Known[]> {
  const { mine } = await listMine()
  return Promise.all(
    mine.map(async ({ id, kind, answers, transferred }) => {
      const { prenom, nom = '', matricule = '' } = answers
      const [items, there, prepared] = await Promise.all([
        itemsOf(id),
        keptSourceFiles(id),
        readyPhotos(id),
      ])
      const picked = there.filter(type => !prepared.some(({ document }) => document === type))
      const damaged = prepared.flatMap(({ request }) => request ?? [])
      const ready = transferred ? 0 : prepared.length - damaged.length
      const whole = items.filter(item => !damaged.some(one => one.requestKey === item.requestKey))
      // On a shared device passers-by must not read a name: show initials.
      const whose = isEncrypted(id)
        ? waitingText.initials(initialsOf(answers))
        : waitingText.whose(prenom || nom, matricule.slice(-shownDigits))
      return { id, kind, matricule, whose, items: [...whole, ...damaged], picked, ready }
    }),
  )
}
