import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as whole from 'valibot'
import { afterAll, describe, expect, test } from 'vitest'
import { valibot } from '../../../build/unreached/valibot.ts'
import { without } from '../../../build/unreached.ts'

/** What pages and worker have of Valibot comes to the same as the whole of it. */

const folder = await mkdtemp(join(tmpdir(), 'valibot-'))
afterAll(() => rm(folder, { recursive: true }))
const code = readFileSync(join(import.meta.dirname, '..', '..', '..', 'node_modules', valibot.file), 'utf8')
const file = join(folder, 'left.mjs')
await writeFile(file, without(code, valibot, { source: '', reports: false }))
const left: typeof whole = await import(/* @vite-ignore */ pathToFileURL(file).href)

type Valibot = typeof whole

const row = (v: Valibot) => ({ a: v.pipe(v.string(), v.nonEmpty('vide')), b: v.exactOptional(v.number()) })
const schemas: Readonly<Record<string, (v: Valibot) => whole.GenericSchema>> = {
  object: v => v.object(row(v)),
  strict: v => v.strictObject(row(v)),
  loose: v => v.looseObject(row(v)),
  required: v => v.required(v.object({ a: v.optional(v.string()), b: v.nullish(v.number()) })),
  rows: v => v.array(v.object(row(v))),
  table: v => v.record(v.pipe(v.string(), v.maxLength(1, 'long')), v.picklist(['x', 'y'])),
  pair: v => v.tuple([v.literal('x'), v.union([v.number(), v.boolean()])]),
  begins: v => v.looseTuple([v.string()]),
  instead: v => v.object({ a: v.fallback(v.pipe(v.string(), v.minLength(2, 'court')), 'xx') }),
  either: v => v.union([v.object(row(v)), v.strictObject({ c: v.unknown() }), v.pipe(v.string(), v.isoDate('date'))]),
  words: v =>
    v.pipe(
      v.string(),
      v.check(text => text.trim() !== '', 'vide'),
      v.transform(text => text.trim()),
      v.regex(/^[A-Z]+$/, 'lettres'),
      v.minLength(2, 'court'),
      v.maxLength(3, 'long'),
    ),
}
const inputs: readonly unknown[] = [
  ...[undefined, null, '', ' ', 'x', ' AB ', 'ABCD', 'ab', '2021-12-31', 0, 1.5, true],
  ...[[], [1], [1.5], ['x', 1], ['x', 'y'], ['x', false, 2], [{ a: 'x' }, { a: '' }], {}],
  ...[{ a: 'x' }, { a: '' }, { a: 'x', b: 'x' }, { a: 'x', b: 1, c: 2 }, { c: 1 }, { a: 1, b: null }, { ab: 'x' }],
]

describe('what is left of Valibot', () => {
  test.each(Object.keys(schemas))('says the same of any value by a schema of %s', name => {
    const build = schemas[name] as (v: Valibot) => whole.GenericSchema
    const verdicts = inputs.flatMap(input =>
      [undefined, { abortEarly: true, abortPipeEarly: true }].map(config => {
        const verdict = (v: Valibot) => {
          const { success, output, issues } = v.safeParse(build(v), input, config)
          // Valibot's own words begin with a capital.
          const own = issues?.map(issue => issue.message).filter(message => /^[a-z]+$/.test(message ?? ''))
          return { success, output, faults: issues?.length, own, is: v.is(build(v), input) }
        }
        expect(verdict(left), JSON.stringify(input)).toEqual(verdict(whole))
        return verdict(left).success
      }),
    )
    expect(new Set(verdicts).size).toBe(2)
  })

  test('throws where the whole throws', () => {
    expect(left.parse(left.string(), 'x')).toBe('x')
    expect(() => left.parse(left.string(), 1)).toThrow(left.ValiError)
  })
})
