/** The part of docs/openapi.json on photographs in parts (draft-ietf-httpbis-resumable-upload). */

export const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
export const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

export const string = { type: 'string' }
const integer = { type: 'integer' }
const complete = { enum: ['?0', '?1'] }

/** Headers of answers. */
export const uploadHeaders = {
  Location: { description: 'The address of the upload.', required: true, schema: string },
  'Upload-Offset': { description: 'How many bytes have come.', schema: integer },
  'Upload-Length': { description: 'How many bytes the whole has.', schema: integer },
  'Upload-Complete': {
    description: "Whether the answer is the call's own, to the whole.",
    schema: complete,
  },
}

const sent = (name: string, description: string, schema: object, more: object = {}) => ({
  ...{ name, in: 'header', ...more, description, schema },
})
const required = { required: true }

export const uploadParameters = {
  UploadComplete: sent(
    'Upload-Complete',
    'On a call: ?0 creates an upload. On a part: ?1 with the last one.',
    complete,
  ),
  UploadLength: sent('Upload-Length', 'How many bytes the whole has.', integer),
  UploadOffset: sent(
    'Upload-Offset',
    'Where the part begins: how many bytes have come.',
    integer,
    required,
  ),
  Token: sent('token', 'The secret of the upload: its address comes as Location.', string, {
    ...required,
    in: 'path',
  }),
}

/** Of a call that carries a photograph. */
export const ofCreations = ['UploadComplete', 'UploadLength'] as const

const headersOf = (...names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, header(name)]))
const stated = headersOf('Upload-Offset', 'Upload-Complete')
const response = (name: string) => ({ $ref: `#/components/responses/${name}` })

export const uploadResponses = (always: object) => ({
  UploadCreated: {
    description: 'An upload is created: the request said Upload-Complete: ?0.',
    headers: { ...always, Location: header('Location'), ...stated },
  },
  UploadUnknown: { description: 'Unknown, too old, given up or displaced.', headers: always },
  UploadMismatch: {
    description:
      'The part begins elsewhere than where the upload ends; Upload-Offset says where that is.',
    headers: { ...always, ...stated },
    content: {
      'application/problem+json': {
        schema: {
          type: 'object',
          properties: {
            type: string,
            title: string,
            'expected-offset': integer,
            'provided-offset': integer,
          },
        },
      },
    },
  },
})

const unknown = response('UploadUnknown')

export const uploadPathItem = (answer: object) => ({
  parameters: [parameter('Token')],
  head: {
    operationId: 'uploads-state',
    summary: 'How much of a photograph has come.',
    responses: {
      204: {
        description: 'Its state.',
        headers: { ...stated, ...headersOf('Upload-Length', 'Upload-Limit', 'Cache-Control') },
      },
      404: unknown,
    },
  },
  patch: {
    operationId: 'uploads-append',
    summary: 'Appends a part; after the last one, the answer of the call.',
    parameters: ['XsrfToken', 'UploadOffset', 'UploadComplete', 'UploadLength'].map(parameter),
    requestBody: {
      content: { 'application/partial-upload': { schema: { ...string, format: 'binary' } } },
    },
    responses: {
      200: {
        description:
          'The answer of the call to the whole; its refusals come likewise, with their own status.',
        headers: stated,
        content: { 'application/json': { schema: answer } },
      },
      204: { description: 'The part is appended.', headers: stated },
      404: unknown,
      409: response('UploadMismatch'),
    },
  },
  delete: {
    operationId: 'uploads-cancel',
    summary: 'Gives the upload up.',
    parameters: [parameter('XsrfToken')],
    responses: { 204: { description: 'It is gone.' }, 404: unknown },
  },
})
