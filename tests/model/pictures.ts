/** What a picture is to a phone, on its disk and on the line. Everything else knows it by its name. */
export interface Pictures {
  bytesOf(name: string): Uint8Array<ArrayBuffer>
  nameOf(bytes: Uint8Array): string
}

/** Where nobody looks at a picture, it is its name. */
export const justNames: Pictures = {
  bytesOf: name => new TextEncoder().encode(name),
  nameOf: bytes => new TextDecoder().decode(bytes),
}

/** One in ten is none. */
export const isPicture = (name: string) => !name.startsWith('bad')

/** A picture that was turned is another one. */
export const turned = (name: string) => `${name.replace(/ turned$/, '')} turned`
