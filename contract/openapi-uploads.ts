/** The part of docs/openapi.json on photographs in parts (draft-ietf-httpbis-resumable-upload). */

export const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
export const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const complete = { enum: ['?0', '?1'] }

export const uploadParameters = {
  UploadComplete: {
    name: 'Upload-Complete',
    in: 'header',
    description: 'On a call: ?0 creates an upload. On a part: ?1 with the last one.',
    schema: complete,
  },
  UploadLength: {
    name: 'Upload-Length',
    in: 'header',
    description: 'How many bytes the whole has.',
    schema: { type: 'integer' },
  },
  UploadOffset: {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'Where the part begins: how many bytes have come.',
    schema: { type: 'integer' },
  },
  Token: {
    name: 'token',
    in: 'path',
    required: true,
    description: 'The secret of the upload: its address comes as Location.',
    schema: { type: 'string' },
  },
}

/** Of a call that carries a photograph. */
export const ofCreations = ['UploadComplete', 'UploadLength'] as const

const stated = { 'Upload-Offset': header('Upload-Offset'), 'Upload-Complete': header('Upload-Complete') }

export const uploadResponses = (always: object) => ({
  UploadCreated: {
    description: 'An upload is created: the request said Upload-Complete: ?0.',
    headers: { ...always, Location: header('Location'), ...stated },
  },
  UploadUnknown: { description: 'Unknown, too old, given up or displaced.', headers: always },
  UploadMismatch: {
    description: 'The part begins elsewhere than where the upload ends; Upload-Offset says where that is.',
    headers: { ...always, ...stated },
    content: {
      'application/problem+json': {
        schema: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            'expected-offset': { type: 'integer' },
            'provided-offset': { type: 'integer' },
          },
        },
      },
    },
  },
})

const unknown = { $ref: '#/components/responses/UploadUnknown' }

export const uploadPathItem = (answer: object) => ({
  parameters: [parameter('Token')],
  head: {
    operationId: 'uploads-state',
    summary: 'How much of a photograph has come.',
    responses: {
      204: {
        description: 'Its state.',
        headers: {
          ...stated,
          'Upload-Length': header('Upload-Length'),
          'Upload-Limit': header('Upload-Limit'),
          'Cache-Control': header('Cache-Control'),
        },
      },
      404: unknown,
    },
  },
  patch: {
    operationId: 'uploads-append',
    summary: 'Appends a part; after the last one, the answer of the call.',
    parameters: ['XsrfToken', 'UploadOffset', 'UploadComplete', 'UploadLength'].map(parameter),
    requestBody: { content: { 'application/partial-upload': { schema: { type: 'string', format: 'binary' } } } },
    responses: {
      200: {
        description: 'The answer of the call to the whole; its refusals come likewise, with their own status.',
        headers: stated,
        content: { 'application/json': { schema: answer } },
      },
      204: { description: 'The part is appended.', headers: stated },
      404: unknown,
      409: { $ref: '#/components/responses/UploadMismatch' },
    },
  },
  delete: {
    operationId: 'uploads-cancel',
    summary: 'Gives the upload up.',
    parameters: [parameter('XsrfToken')],
    responses: { 204: { description: 'It is gone.' }, 404: unknown },
  },
})
