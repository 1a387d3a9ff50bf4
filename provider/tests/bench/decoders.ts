import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { clientOf } from '../../src/limits/who.ts'
import type { Figure } from './figures.ts'
import type { Context } from './students.ts'

type Images = typeof import('../../src/images/images.ts')

const phones = 20
const together = 4
const crowds = [0, 1, 10]
const caseMs = 5000

/**
 * What a campus that keeps the decoders at work keeps of its rate beside strangers, each of whom
 * sends valid pictures that cost fifty times as much as a photograph.
 */
export async function decoders({ dirs, pictures }: Context): Promise<Figure[]> {
  const background = { r: 0, g: 0, b: 0, alpha: 1 }
  const costly = sharp({ create: { width: 8192, height: 6144, channels: 4, background }, limitInputPixels: false })
  const images = {
    photograph: pictures.attest.image,
    costly: (await costly.png({ adaptiveFiltering: true }).toBuffer()).toString('base64'),
  }
  const measured: number[][] = []
  // One checkout after the other: they share the processors.
  for (const dir of dirs) measured.push(await measure(dir, images))
  const [now = [], before = []] = measured
  return crowds.map((strangers, nth) => ({
    name: `photographs of a campus decoded in a second beside ${strangers} strangers with costly pictures`,
    unit: '',
    value: now[nth] ?? Number.NaN,
    before: before[nth],
  }))
}

async function measure(dir: string, images: Record<'photograph' | 'costly', string>): Promise<number[]> {
  const { checkImage }: Images = await import(pathToFileURL(join(dir, 'provider/src/images/images.ts')).href)
  const rates: number[] = []
  for (const strangers of [0, ...crowds]) rates.push(await rateOf(strangers, checkImage, images))
  // The first ones have started the decoders.
  return rates.slice(1)
}

async function rateOf(
  strangers: number,
  checkImage: Images['checkImage'],
  { photograph, costly }: Record<'photograph' | 'costly', string>,
): Promise<number> {
  let isOver = false
  const send = async (address: string, image: string, matricule: string, decoded: () => unknown) => {
    while (!isOver) {
      const check = await checkImage(image, { address: clientOf(address), student: matricule, isSuspect: false })
      if ('refusal' in check) throw new Error(`a picture of the bench was refused: ${check.refusal}`)
      if (!isOver) decoded()
    }
  }
  const seen = { decoded: 0 }
  const senders: Promise<void>[] = []
  for (let nth = 0; nth < strangers * together; nth += 1)
    senders.push(send(`192.0.2.${nth % strangers}`, costly, `${nth}`, () => undefined))
  for (let phone = 0; phone < phones; phone += 1)
    senders.push(send('198.51.100.7', photograph, `${phone}`, () => seen.decoded++))
  await after(caseMs)
  isOver = true
  const rate = seen.decoded / (caseMs / 1000)
  await Promise.all(senders)
  return rate
}
