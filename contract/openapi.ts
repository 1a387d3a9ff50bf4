import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { allCalls, contract } from './calls.ts'
import { answers } from './examples.ts'
import {
  header,
  ofCreations,
  parameter,
  string,
  uploadHeaders,
  uploadParameters,
  uploadPathItem,
  uploadResponses,
} from './openapi-uploads.ts'
import * as schemas from './schemas.ts'
import { endpoints, isPhotoCall, readSettings } from './shared.ts'

/**
 * Generates docs/openapi.json from the table of endpoints and the strict schemas; no part of it is
 * written by hand.
 */

const draft: ConversionConfig = {
  target: 'draft-2020-12',
  definitions: schemas,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

function schemaOf(schema: v.GenericSchema<unknown, unknown>): object {
  const { $schema, $defs, ...converted } = toJsonSchema(schema, draft)
  return converted
}

const json = (schema: object, examples: Readonly<Record<string, unknown>>) => ({
  'application/json': {
    schema,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, value]) => [name, { value }]),
    ),
  },
})

const headers = {
  'Cache-Control': { description: 'no-store on every answer about a student.', schema: string },
  Date: { description: "The provider's clock, which the countdown follows.", schema: string },
  'Accept-Encoding': {
    description: 'Where it says gzip (RFC 7694), larger bodies come gzipped.',
    schema: string,
  },
  'Upload-Limit': {
    description:
      'Where it is said, photographs may come in parts (draft-ietf-httpbis-resumable-upload-12).',
    schema: string,
    example: 'max-size=6994604, max-append-size=1048576, max-age=604800',
  },
}
/** Every answer has them. */
const always = Object.fromEntries(Object.keys(headers).map(name => [name, header(name)]))

const retryAfter = {
  description: 'Seconds, or a date, before which this call is not made again.',
  required: true,
  schema: string,
}

/**
 * Answers that each call may give besides 200. The error text is French, in `msg`: the student
 * reads it.
 */
const refusals: Readonly<Record<string, string>> = {
  400: 'The body is no JSON, or not what the call takes.',
  403: 'The cookie XSRF-TOKEN came without its equal header X-XSRF-TOKEN.',
  413: 'The body is too large. A document is refused for good.',
  415: 'The body is no JSON, or in a coding that is not taken. A gzipped body comes again plain, and all later ones too.',
  422: 'The image is no JPEG or PNG that can be read to its end. It is refused for good.',
  429: 'Too many calls or tries. The call is made again after Retry-After, by itself.',
  503: 'Overloaded, or without its database. The call is made again after Retry-After, by itself.',
}

const refusalName = (code: string) => `Refused${code}`

function refusalResponses() {
  const entries = Object.entries(refusals).map(([code, description]) => [
    refusalName(code),
    {
      description,
      headers: ['429', '503'].includes(code)
        ? { ...always, 'Retry-After': header('Retry-After') }
        : always,
      content: json(schemaOf(schemas.refusal), { refused: answers.refused }),
    },
  ])
  return Object.fromEntries(entries)
}

const parameters = {
  XsrfToken: {
    name: 'X-XSRF-TOKEN',
    in: 'header',
    description:
      'The value of the cookie XSRF-TOKEN, on calls of the own host, once there is that cookie.',
    schema: string,
  },
  ContentEncoding: {
    name: 'Content-Encoding',
    in: 'header',
    description: 'gzip, on a base whose answers say `Accept-Encoding: gzip`.',
    schema: { const: 'gzip' },
  },
  ...uploadParameters,
}
const ofCalls = ['XsrfToken', 'ContentEncoding'] as const

const bases = readSettings({}).bases

/** One path of docs/contract.md, with all bases that serve it. */
function pathItem(path: string) {
  const [call, ...others] = allCalls.filter(one => endpoints[one].path === path)
  if (!call) throw new Error(`No call has the path ${path}.`)
  const { summary, takes, gives, sent, answered } = contract[call]
  const withImage = isPhotoCall(call)
  const codes = Object.keys(refusals).filter(code => withImage || code !== '422')
  const servers = [...new Set([call, ...others].map(one => bases[endpoints[one].base]))]
  return {
    servers: servers.map(url => ({ url: url.replace(/\/$/, '') })),
    post: {
      operationId: path.replace(/^etudiant\//, '').replaceAll('/', '-'),
      summary,
      parameters: [...ofCalls, ...(withImage ? ofCreations : [])].map(parameter),
      requestBody: { required: true, content: json(schemaOf(takes), sent) },
      responses: {
        200: { description: summary, headers: always, content: json(schemaOf(gives), answered) },
        ...(withImage && { 201: { $ref: '#/components/responses/UploadCreated' } }),
        ...Object.fromEntries(
          codes.map(code => [code, { $ref: `#/components/responses/${refusalName(code)}` }]),
        ),
      },
    },
  }
}

export function openApi() {
  const paths = [...new Set(allCalls.map(call => endpoints[call].path))]
  // The order of a module's export names depends on the loader.
  const names = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))
  const definitions = Object.fromEntries(names.map(([name, schema]) => [name, definition(schema)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Enrolment provider of the student portal',
      version: '1',
      summary: 'The calls that the portal makes, as a provider should answer them.',
      description:
        'Made by `npm run openapi` from contract/schemas.ts; docs/contract.md says it in words, and what the portal bears beyond it. `npm run contract -- URL` runs it against a provider.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [
      {
        url: bases.current.replace(/\/$/, ''),
        description: 'Every call that names no other base.',
      },
    ],
    security: [],
    paths: {
      ...Object.fromEntries(paths.map(path => [`/${path}`, pathItem(path)])),
      '/uploads/{token}': uploadPathItem(schemaOf(contract.uploadDocument.gives)),
    },
    components: {
      schemas: definitions,
      responses: { ...refusalResponses(), ...uploadResponses(always) },
      headers: { ...headers, ...uploadHeaders, 'Retry-After': retryAfter },
      parameters,
    },
  }
}

/** The definition itself instead of a reference to it. */
function definition(schema: v.GenericSchema<unknown, unknown>): object {
  const others = Object.fromEntries(Object.entries(schemas).filter(([, other]) => other !== schema))
  const { $schema, $defs, ...converted } = toJsonSchema(schema, { ...draft, definitions: others })
  return converted
}

export const openApiText = (): string => `${JSON.stringify(openApi(), null, 2)}\n`
