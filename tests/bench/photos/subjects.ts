import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { type Corners, type Homography, squareTo } from '../../../src/documents/image/geometry.ts'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { random } from '../../random.ts'

/** One line of print on a document: where it stands on the page, in CSS pixels, and what it says. */
export type Line = {
  t: string
  x: number
  y: number
  w: number
  h: number
  fs: number
  pt: number
  crit: boolean
  kind: 'print'
}

/** What legibility.py needs to know of a photographed page: `H_css_to_upright` takes the page to the upright photo. */
export type Truth = {
  id: string
  W: number
  H: number
  H_css_to_upright: number[][]
  page: [number, number]
  lines: Line[]
}

/** A document to prepare; a portrait has no text and no truth. */
export type Subject = { name: string; document: DocumentType; bytes: Buffer; truth?: Truth; wellFramed: boolean }

const kinds: Record<string, DocumentType> = {
  'acte-naissance': 'actenaiss',
  'carte-identite': 'carteid',
  'fiche-sim': 'simcard',
  'attestation-bac': 'attest',
}

/** The photographed pages with known text; undefined when the folder is not there. */
export const photographed = (folder: string): Subject[] | undefined => {
  const list = join(folder, 'truth.json')
  if (!existsSync(list)) return undefined
  const { documents } = JSON.parse(readFileSync(list, 'utf8')) as { documents: Array<Truth & { file: string }> }
  return documents.flatMap(truth => {
    const document = kinds[truth.id]
    const bytes = readFileSync(join(folder, truth.file))
    return document ? [{ name: truth.id, document, bytes, truth, wellFramed: document !== 'carteid' }] : []
  })
}

type Scene = {
  name: string
  document: DocumentType
  ground: string
  page: [number, number]
  corners: Corners
  size: number
  /** Standard deviation of the sensor's grain: a cheap phone in the evening has 30. */
  noise: number
  /** Pixels of the photograph for one of the frame; twelve megapixels where nothing is said. */
  density?: number
}

/** The back of an identity card, as a phone of eight megapixels sees it. */
export const smallPrint = 'carte-verso'

const twelveMegapixels = 2.5
const eightMegapixels = 2.04
const frame = { width: 1200, height: 1600 }

type Place = readonly [x: number, y: number]
const quad = (...places: [Place, Place, Place, Place]) => places.map(([x, y]) => ({ x, y })) as unknown as Corners

const scenes: Scene[] = [
  {
    name: 'acte-dense-sur-natte',
    document: 'actenaiss',
    ground: 'repeating-linear-gradient(35deg,#8a6f45 0 9px,#7a5f38 9px 18px)',
    page: [794, 1123],
    corners: quad([96, 150], [1120, 84], [1150, 1490], [40, 1530]),
    size: 12,
    noise: 9,
  },
  {
    name: 'fiche-sur-table-sombre',
    document: 'simcard',
    ground: 'linear-gradient(120deg,#27323a,#3b4a52)',
    page: [559, 794],
    corners: quad([180, 210], [1010, 140], [1090, 1370], [120, 1400]),
    size: 11,
    noise: 9,
  },
  {
    name: 'fiche-le-soir',
    document: 'simcard',
    ground: 'linear-gradient(120deg,#4a2f22,#6b4a35)',
    page: [559, 794],
    corners: quad([150, 190], [1040, 180], [1090, 1400], [110, 1390]),
    size: 10,
    noise: 30,
  },
  {
    // The smallest print of an identity card, 1.6 mm high, on a card of 86 mm.
    name: smallPrint,
    document: 'carteid',
    ground: 'repeating-linear-gradient(35deg,#8a6f45 0 9px,#7a5f38 9px 18px)',
    page: [428, 270],
    corners: quad([226, 560], [950, 530], [968, 990], [214, 1012]),
    size: 8,
    noise: 16,
    density: eightMegapixels,
  },
]

const sentences = [
  'Le présent extrait est délivré pour servir et valoir ce que de droit.',
  'Nom et prénoms : COULIBALY Fatoumata Aïssata, née à Ségou',
  'Fille de Moussa COULIBALY, cultivateur, et de Kadiatou TRAORÉ',
  'N° NINA 18402193047 B — N° de place 40718 — Série TSECO',
  'Dressé à Bamako le 14 mars 2007, registre n° 118, folio 42',
  'L’officier de l’état civil soussigné certifie la copie conforme.',
  'Téléphone 76 41 09 83 — Académie de Bamako rive droite',
]

const pageHtml = ({ page: [width, height], ground, size }: Scene) => {
  const [top, side] = height < width ? [24, 20] : [60, 48]
  const rows = Math.floor((height - 2 * top) / (size * 2))
  const lines = Array.from({ length: rows }, (_, row) => `<p><span>${sentences[row % sentences.length]}</span></p>`)
  return `<!doctype html><style>
    body{margin:0;width:${frame.width}px;height:${frame.height}px;background:${ground};overflow:hidden}
    main{width:${width}px;height:${height}px;background:linear-gradient(100deg,#f4f1e8,#d9d5ca);position:absolute;
      transform-origin:0 0;padding:${top}px ${side}px;box-sizing:border-box;font:${size}px "DejaVu Serif";color:#26262c;
      box-shadow:4px 6px 14px #0008}
    p{margin:0;line-height:2} i{position:absolute;right:70px;bottom:${top}px;width:110px;height:110px;border-radius:50%;
      border:4px double #4258a8}
  </style><main>${lines.join('')}<i></i></main>`
}

/** Runs in the page, before it is laid askew. */
const linesOf = (size: number): Line[] =>
  [...document.querySelectorAll('span')].map(span => {
    const { x, y, width, height } = span.getBoundingClientRect()
    const t = span.textContent ?? ''
    return { t, x, y, w: width, h: height, fs: size, pt: size * 0.75, crit: t.includes('N°'), kind: 'print' }
  })

const inCss = ({ page: [width, height] }: Scene, [a, b, c, d, e, f, g, h]: Homography): string => {
  const matrix = [a / width, d / width, 0, g / width, b / height, e / height, 0, h / height, 0, 0, 1, 0, c, f, 0, 1]
  return `matrix3d(${matrix.join(',')})`
}

const tileSide = 512

/** Grain of a sensor around middle grey, the same on every run and every machine. */
const grainTile = (deviation: number): Promise<Buffer> => {
  const dice = random(118)
  // Four uniform draws: near enough to a normal one, with a deviation of 1 / √3.
  const level = () => 128 + (dice() + dice() + dice() + dice() - 2) * Math.sqrt(3) * deviation
  const pixels = Uint8ClampedArray.from({ length: tileSide * tileSide * 3 }, level)
  return sharp(pixels, { raw: { width: tileSide, height: tileSide, channels: 3 } })
    .png()
    .toBuffer()
}

/** Sensor noise and a lens' softness: clean pixels would flatter every encoder. */
const photograph = async (picture: Sharp, grain: number): Promise<Buffer> => {
  const soft = await picture.blur(0.8).removeAlpha().png({ compressionLevel: 0 }).toBuffer()
  return sharp(soft)
    .composite([{ input: await grainTile(grain), tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Pages of our own making, laid askew on a ground by CSS and photographed in the browser. */
export const generated = async (browser: Browser): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const scene of scenes) {
    const density = scene.density ?? twelveMegapixels
    const context = await browser.newContext({ viewport: frame, deviceScaleFactor: density })
    const page = await context.newPage()
    const matrix = squareTo(scene.corners)
    if (!matrix) throw new Error(`${scene.name}: no such page`)
    await page.setContent(pageHtml(scene))
    const lines = await page.evaluate(linesOf, scene.size)
    await page.evaluate(
      transform => {
        document.querySelector('main')?.style.setProperty('transform', transform)
      },
      inCss(scene, matrix),
    )
    const bytes = await photograph(sharp(await page.screenshot({ scale: 'device' })), scene.noise)
    const [a, b, c, d, e, f, g, h, i] = matrix
    const [width, height] = scene.page
    const truth: Truth = {
      id: scene.name,
      W: frame.width * density,
      H: frame.height * density,
      page: scene.page,
      H_css_to_upright: [
        [(a / width) * density, (b / height) * density, c * density],
        [(d / width) * density, (e / height) * density, f * density],
        [g / width, h / height, i],
      ],
      lines,
    }
    subjects.push({ name: scene.name, document: scene.document, bytes, truth, wellFramed: true })
    await context.close()
  }
  return subjects
}

/** A face before a wall, with skin and cloth that cost an encoder something. */
export const portrait = async (): Promise<Subject> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2448" height="3264">
    <defs><radialGradient id="skin"><stop offset="0" stop-color="#8d5a3b"/><stop offset="1" stop-color="#4b2b1b"/></radialGradient>
    <filter id="cloth"><feTurbulence baseFrequency="0.09 0.4" numOctaves="4" seed="5"/><feColorMatrix values="0 0 0 0 .2  0 0 0 0 .3  0 0 0 0 .5  .6 .3 0 0 .3"/></filter>
    <filter id="hair"><feTurbulence baseFrequency="0.05" numOctaves="5" seed="9"/><feColorMatrix values="0 0 0 0 .06  0 0 0 0 .05  0 0 0 0 .05  .9 .4 0 0 .4"/></filter></defs>
    <rect width="100%" height="100%" fill="#cfd4d2"/><rect y="2350" x="250" width="1950" height="914" rx="420" fill="#2c4468"/>
    <rect y="2350" x="250" width="1950" height="914" filter="url(#cloth)" opacity=".6"/>
    <ellipse cx="1224" cy="1150" rx="690" ry="780" fill="#171311"/><rect x="560" y="380" width="1330" height="700" filter="url(#hair)" opacity=".7"/>
    <ellipse cx="1224" cy="1420" rx="560" ry="760" fill="url(#skin)"/><rect x="1010" y="2050" width="430" height="420" fill="#5d3824"/>
    <g fill="#efe9e2"><ellipse cx="1000" cy="1310" rx="105" ry="52"/><ellipse cx="1448" cy="1310" rx="105" ry="52"/></g>
    <g fill="#20140e"><circle cx="1000" cy="1310" r="46"/><circle cx="1448" cy="1310" r="46"/></g>
    <path d="M1020 1830q204 110 408 0" stroke="#5b2a26" stroke-width="48" fill="none"/></svg>`
  return {
    name: 'portrait',
    document: 'photobuste',
    bytes: await photograph(sharp(Buffer.from(svg)), 9),
    wellFramed: true,
  }
}
