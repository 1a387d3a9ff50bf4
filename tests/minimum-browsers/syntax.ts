import { type PropertyDefinition, parse } from 'acorn'
import { full } from 'acorn-walk'
import { transformWithOxc } from 'vite'
import { scriptTargets } from '../../build/minimum-browsers.ts'

/** What the compiler would write otherwise for the floor: of a script that it has written for it already, nothing. */

const around = 60

/** Where two texts part. */
function difference(written: string, lowered: string): string[] {
  if (written === lowered) return []
  let at = 0
  while (written[at] === lowered[at]) at++
  return [`${written.slice(at, at + around)} → ${lowered.slice(at, at + around)}`]
}

/** The two faults that build/minimum-browsers.ts speaks of. */
function faultyFields(code: string, sourceType: 'module' | 'script'): string[] {
  const faulty: string[] = []
  full(parse(code, { ecmaVersion: 'latest', sourceType }), node => {
    if (node.type !== 'PropertyDefinition') return
    const { static: isStatic, key, value, start, end } = node as PropertyDefinition
    const named = key.type === 'Identifier' ? key.name : ''
    const parenthesis = value && code.slice(value.start, value.end).includes('(')
    if (parenthesis || (isStatic && /^(?:name|length)$/.test(named)))
      faulty.push(code.slice(start, end).slice(0, around))
  })
  return faulty
}

export async function lateSyntax(code: string, sourceType: 'module' | 'script' = 'module'): Promise<string[]> {
  const writtenFor = async (target: string | string[]) =>
    (await transformWithOxc(code, 'built.js', { target, sourceType, sourcemap: false })).code
  const parts = difference(await writtenFor('esnext'), await writtenFor([...scriptTargets]))
  return [...parts, ...faultyFields(code, sourceType)]
}
