import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Edit } from '../../src/documents/image/geometry.ts'
import { Studio } from '../e2e/photos/studio.ts'
import { generatedPictures, judgeAll } from './photos/judged.ts'
import { judgedTable } from './photos/judged-table.ts'
import { type Legibility, readAll, type Sample, straightened } from './photos/legibility.ts'
import { browserPid, slowDown, withPeakMemory } from './photos/process.ts'
import { type Goal, goalsOf, type Row, table, verdict } from './photos/report.ts'
import { generated, photographed, portrait, type Subject } from './photos/subjects.ts'

const root = join(import.meta.dirname, '..', '..')
const output = join(root, 'tests', '.output', 'bench-photos')
const [first, second] = process.argv.slice(2)
const pictures = first === '--pictures' ? (second ?? generatedPictures()) : undefined
const folder = resolve((pictures ? undefined : first) ?? process.env.PHOTOS_DIR ?? join(root, '..', 'shared', 'photos'))

/** The request as it travels: base64 in JSON, gzipped. */
const onTheWire = (bytes: Uint8Array): number =>
  gzipSync(JSON.stringify({ matricule: '24071180635', type: 'attest', image: Buffer.from(bytes).toString('base64') }))
    .length + headerBytes
const headerBytes = 600

const run = async (studio: Studio, subjects: Subject[], engines: Row['engine'][], samples: Sample[] | undefined) => {
  const rows: Row[] = []
  const pid = browserPid()
  for (const subject of subjects) {
    for (const engine of engines) {
      let edit: Edit | undefined
      for (const cropped of [false, true]) {
        if (cropped && !edit && subject.truth) continue
        const ask = { document: subject.document, lead: engine, ...(edit ? { edit } : {}) }
        const { result, peak } = await withPeakMemory(pid, () => studio.photo(subject.bytes, ask))
        const key = `${subject.name} ${engine} ${cropped ? 'cropped' : 'whole'}`
        if (result.engine !== engine) console.log(`${key}: made by ${result.engine}`)
        rows.push({
          subject: subject.name,
          engine,
          cropped,
          bytes: result.bytes.length,
          chosen: subject.bytes.length,
          wire: onTheWire(result.bytes),
          promised: result.wire.gzipped,
          size: `${result.width}×${result.height}`,
          milliseconds: result.milliseconds,
          longestTask: result.longestTask,
          memory: peak,
          advice: result.advice.map(({ is }) => is),
          wellFramed: subject.wellFramed || cropped,
        })
        const { truth } = subject
        if (truth)
          samples?.push({ key, bytes: result.bytes, truth: edit?.corners ? straightened(truth, edit.corners) : truth })
        if (!cropped && result.corners) edit = { turns: 0, corners: result.corners }
        if (!cropped && !result.corners && truth) console.log(`${subject.name}: no corners suggested`)
      }
    }
  }
  return rows
}

const readEverything = (rows: Row[], subjects: Subject[], samples: Sample[]): Row[] => {
  const script = join(folder, 'legibility.py')
  if (!existsSync(script)) return rows
  const sourceFiles = subjects.flatMap(({ name, bytes, truth }) => (truth ? [{ key: name, bytes, truth }] : []))
  const read = new Map<string, Legibility>()
  for (const one of readAll(script, output, [...sourceFiles, ...samples])) {
    if (one.error) throw new Error(`${one.key}: ${one.error}`)
    read.set(one.key, one)
  }
  return rows.map(row => {
    const legibility = read.get(`${row.subject} ${row.engine} ${row.cropped ? 'cropped' : 'whole'}`)
    const sourceFile = read.get(row.subject)
    return { ...row, ...(legibility ? { legibility } : {}), ...(sourceFile ? { original: sourceFile } : {}) }
  })
}

/** What the portal says of photographs with known defects: no browser is needed. */
const judged = async (folderOfPictures: string): Promise<void> => {
  console.log(`Judged: ${folderOfPictures}\n`)
  console.log(judgedTable(await judgeAll(folderOfPictures)))
}

const main = async (): Promise<void> => {
  mkdirSync(output, { recursive: true })
  const studio = await Studio.open()
  const real = photographed(folder)
  if (!real) console.log(`No photographed documents at ${folder}: name their folder as the argument or in PHOTOS_DIR.`)
  const body = await portrait()
  const subjects = [...(real ?? []), ...(await generated(studio.browser)), body]
  // The first run of anything pays for what the browser loads once.
  await studio.photo(body.bytes, { document: 'photobuste' })

  const samples: Sample[] = []
  const rows = readEverything(await run(studio, subjects, ['platform', 'package'], samples), subjects, samples)
  for (const cropped of [false, true]) {
    const title = cropped ? 'Suggested crops taken, 1×' : 'Uncropped, 1×'
    console.log(
      table(
        title,
        rows.filter(row => row.cropped === cropped),
      ),
    )
  }

  const five = new Set([...(real ?? []), body].map(({ name }) => name))
  const goals: Goal[] = real ? goalsOf(rows, five) : []
  const first = subjects[0] ?? body
  goals.push({
    name: 'judgement of quality, 1×',
    measured: await studio.judgeQuality(first.bytes),
    most: 200,
    unit: 'ms',
  })

  const slowed = slowDown(browserPid(), 0.25)
  if ('reason' in slowed) console.log(`\nNot slowed four times, no cgroup here: ${slowed.reason}`)
  else {
    const slow = await run(studio, subjects, ['platform', 'package'], undefined)
    for (const cropped of [false, true]) {
      console.log(
        table(
          `${cropped ? 'Cropped' : 'Uncropped'}, the whole browser on a quarter of one processor`,
          slow.filter(row => row.cropped === cropped),
        ),
      )
    }
    const lead = slow.filter(({ engine }) => engine === 'platform')
    const worst = (of: (row: Row) => number) => Math.max(...lead.map(of))
    goals.push(
      { name: 'a photo, 4× slowed, worst', measured: worst(row => row.milliseconds) / 1000, most: 3, unit: 's' },
      { name: 'longest main-thread task, 4× slowed', measured: worst(row => row.longestTask), most: 50, unit: 'ms' },
      {
        name: 'judgement of quality, 4× slowed',
        measured: await studio.judgeQuality(first.bytes),
        most: 200,
        unit: 'ms',
      },
    )
    slowed.lift()
  }
  await studio.close()
  console.log(`\n${goals.map(verdict).join('\n')}`)
  writeFileSync(join(output, 'result.json'), JSON.stringify({ rows, goals }, null, 1))
  if (goals.some(({ measured, most }) => measured > most)) process.exitCode = 1
}

await judged(pictures ?? generatedPictures())
if (!pictures) await main()
