import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface RawReply {
  http: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A request as written: fetch would edit the path, refuse the Host header and unpack the answer. */
export function requestRaw(
  address: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawReply> {
  const { hostname, port } = new URL(address)
  return new Promise((settle, fail) => {
    const asked = request({ hostname, port, method, path, headers, agent: false }, response => {
      text(response).then(
        content => settle({ http: response.statusCode ?? 0, headers: response.headers, text: content }),
        fail,
      )
    })
    asked.once('error', fail)
    asked.end(body)
  })
}
