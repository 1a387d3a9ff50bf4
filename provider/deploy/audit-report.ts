import * as v from 'valibot'

const Fix = v.union([
  v.boolean(),
  v.object({ name: v.string(), version: v.string(), isSemVerMajor: v.boolean() }),
])

const Hole = v.object({
  name: v.string(),
  severity: v.string(),
  range: v.string(),
  via: v.array(v.union([v.string(), v.object({ title: v.string(), url: v.string() })])),
  fixAvailable: Fix,
})

/** The output of `npm audit --json`. */
const Found = v.object({ vulnerabilities: v.record(v.string(), Hole) })

export interface Judgement {
  ok: boolean
  lines: string[]
}

const grave = new Set(['high', 'critical'])

/**
 * A registry that does not answer is an error and not a pass: otherwise the audit could fail
 * unnoticed for long.
 */
export function judgeAudit(said: string): Judgement {
  const found = v.safeParse(Found, readJson(said))
  if (!found.success)
    return {
      ok: false,
      lines: [
        'The registry could not be asked for known holes. Ask again later, or ask one that answers:',
        '  npm_config_registry=https://registry.npmjs.org npm run audit -w provider',
      ],
    }
  const holes = Object.values(found.output.vulnerabilities).filter(({ severity }) =>
    grave.has(severity),
  )
  if (holes.length === 0)
    return {
      ok: true,
      lines: ['No hole of severity high or above is known in what production runs on.'],
    }
  return {
    ok: false,
    lines: [
      ...holes.flatMap(linesOf),
      'After each: npm test, and then build and deploy as provider/docs/deploy.md says.',
    ],
  }
}

function linesOf({
  name,
  severity,
  range,
  via,
  fixAvailable,
}: v.InferOutput<typeof Hole>): string[] {
  const known = via.map(one =>
    typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`,
  )
  return [`${severity}: ${name} ${range}: ${known.join('; ')}`, `  ${whatToDo(name, fixAvailable)}`]
}

function whatToDo(name: string, fix: v.InferOutput<typeof Fix>): string {
  if (fix === false)
    return `No version of ${name} repairs it yet: read the page, and decide whether the portal does what it hits.`
  if (fix === true) return `npm update ${name}`
  return `npm install ${fix.name}@${fix.version}${fix.isSemVerMajor ? ', a new major version: read what it changes' : ''}`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
