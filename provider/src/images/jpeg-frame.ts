export interface Frame {
  width: number
  height: number
  isProgressive: boolean
  /** Number of 8 × 8 blocks of each component, by the component's id. */
  blocksOf: ReadonlyMap<number, number>
  blocks: number
}

/** Eight bits; one, three or four components. Undefined for any other frame header. */
export function readFrame(content: Buffer, isProgressive: boolean): Frame | undefined {
  const [precision = 0, , , , , count = 0] = content
  if (precision !== 8 || ![1, 3, 4].includes(count) || content.length !== 6 + 3 * count)
    return undefined
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)]
  if (height === 0 || width === 0) return undefined
  const components = Array.from({ length: count }, (_, nth) => {
    const [number = 0, sampling = 0] = content.subarray(6 + 3 * nth)
    return { number, across: sampling >> 4, down: sampling & 15 }
  })
  if (components.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    return undefined
  const [mostAcross, mostDown] = [
    Math.max(...components.map(({ across }) => across)),
    Math.max(...components.map(({ down }) => down)),
  ]
  const blocksOf = new Map(
    components.map(({ number, across, down }) => [
      number,
      // Whole MCUs: a decoder pads the last ones.
      Math.ceil(width / (8 * mostAcross)) * across * Math.ceil(height / (8 * mostDown)) * down,
    ]),
  )
  if (blocksOf.size !== count) return undefined
  const blocks = [...blocksOf.values()].reduce((sum, some) => sum + some, 0)
  return { width, height, isProgressive, blocksOf, blocks }
}

/** Number of blocks in a scan; undefined when it names a component that the frame does not have. */
export function readScan(content: Buffer, { blocksOf }: Frame): number | undefined {
  const [count = 0] = content
  if (count < 1 || count > 4 || content.length !== 4 + 2 * count) return undefined
  let sum = 0
  for (let nth = 0; nth < count; nth += 1) {
    const blocks = blocksOf.get(content[1 + 2 * nth] ?? -1)
    if (blocks === undefined) return undefined
    sum += blocks
  }
  return sum
}
