import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { allCalls } from '../../../contract/calls.ts'
import { openApiText } from '../../../contract/openapi.ts'
import { endpoints, isPhotoCall } from '../../../src/core/api/endpoints.ts'
import { readSettings } from '../../../src/core/api/settings.ts'

interface Content {
  'application/json': { schema: object; examples: Record<string, { value: unknown }> }
}
interface Response {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Content
}
interface Item {
  servers: { url: string }[]
  post: { requestBody: { content: Content }; responses: Record<string, Response> }
}

const text = readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')
const page: { paths: Record<string, Item>; components: { responses: Record<string, Response> } } = JSON.parse(text)
/** No call, but what a photograph in parts is sent to. */
const uploads = '/uploads/{token}'
const items = Object.entries(page.paths).filter(([path]) => path !== uploads)
const refusals = Object.entries(page.components.responses).filter(([name]) => name.startsWith('Refused'))

test('docs/openapi.json is what the schemas say: npm run openapi', () => expect(text).toBe(openApiText()))

test('it is OpenAPI 3.1, by its own schema', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  expect((await new Validator().validate({ ...JSON.parse(text), paths: 1 })).valid).toBe(false)
})

test('it has every call on every base that answers it', () => {
  const { bases } = readSettings({})
  const wanted = allCalls.map(call => `${bases[endpoints[call].base]}${endpoints[call].path}`)
  const found = items.flatMap(([path, { servers }]) => servers.map(({ url }) => `${url}${path}`))
  expect(found.sort()).toEqual(wanted.sort())
})

test('a photograph may come in parts, and no other call', () => {
  expect(Object.keys(page.paths[uploads] ?? {}).sort()).toEqual(['delete', 'head', 'parameters', 'patch'])
  const photoPaths = allCalls.filter(isPhotoCall).map(call => endpoints[call].path as string)
  for (const [path, { post }] of items) expect('201' in post.responses, path).toBe(photoPaths.includes(path.slice(1)))
})

describe('its schemas, read by somebody else,', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...JSON.parse(text), $id: 'page' })
  const rooted = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"page#/'))
  const faults = ({ 'application/json': { schema, examples } }: Content) => {
    const validate = ajv.compile(rooted(schema))
    return Object.entries(examples).flatMap(([name, { value }]) => (validate(value) ? [] : [[name, validate.errors]]))
  }

  test.each(items)('take the examples of %s', (_, { post }) => {
    expect(faults(post.requestBody.content)).toEqual([])
    expect(post.responses[200]?.content && faults(post.responses[200].content)).toEqual([])
  })

  test('take the examples of refusals, and no status 1 among them', () => {
    const contents = refusals.map(([, { content }]) => content)
    expect(contents.length).toBeGreaterThan(5)
    for (const content of contents) {
      expect(content && faults(content)).toEqual([])
      const schema = content?.['application/json'].schema ?? {}
      expect(ajv.validate(rooted(schema), { status: 1, msg: 'x' })).toBe(false)
    }
  })
})

test('a refusal that passes says when to ask again', () => {
  for (const [path, { post }] of items)
    for (const code of [403, 413, 415, 429, 503])
      expect(post.responses[code]?.$ref, path).toBe(`#/components/responses/Refused${code}`)
  for (const code of [429, 503])
    expect(Object.keys(page.components.responses[`Refused${code}`]?.headers ?? {})).toContain('Retry-After')
})
