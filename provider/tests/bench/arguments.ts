import { resolve } from 'node:path'

/** The parts of the bench, in the order in which they run. */
export const sections = ['pglite', 'postgres', 'two', 'nginx', 'slow', 'home'] as const
export type Section = (typeof sections)[number]

export interface Choice {
  only: readonly Section[]
  /** Another checkout of the project, whose server runs beside this one's. */
  against: string | undefined
  /** Students that are imported before anybody comes. */
  imported: number
  /** How many students come at a time, and how many in all at that number. */
  crowds: readonly { together: number; students: number }[]
  slowUploads: number
  quick: boolean
}

export const usage = `npm run bench -w provider -- [--quick] [--only ${sections.join(',')}] [--against DIR] [--imported 60000]`

const whole: Omit<Choice, 'only' | 'against'> = {
  imported: 60_000,
  crowds: [
    { together: 1, students: 60 },
    { together: 20, students: 200 },
    { together: 200, students: 400 },
  ],
  slowUploads: 5000,
  quick: false,
}

const quick: typeof whole = {
  imported: 60_000,
  crowds: [{ together: 20, students: 150 }],
  slowUploads: 500,
  quick: true,
}

/** @throws Error in words for whoever typed them */
export function readArguments(given: readonly string[]): Choice {
  let choice: Choice = { ...(given.includes('--quick') ? quick : whole), only: sections, against: undefined }
  const rest = given.filter(word => word !== '--quick')
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--only') choice = { ...choice, only: readSections(rest.shift()) }
    else if (word === '--against') choice = { ...choice, against: resolve(rest.shift() ?? '') }
    else if (word === '--imported') choice = { ...choice, imported: readNumber(rest.shift()) }
    else throw new Error(`"${word}" is not known.\n${usage}`)
  }
  return choice
}

function readNumber(word: string | undefined): number {
  const number = Number(word)
  if (!Number.isInteger(number) || number < 1000) throw new Error(`--imported takes a number from 1000 on.\n${usage}`)
  return number
}

function readSections(word = ''): Section[] {
  return word.split(',').map(name => {
    const section = sections.find(known => known === name)
    if (!section) throw new Error(`"${name}" is no part of the bench: ${sections.join(', ')}.`)
    return section
  })
}
