import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { builds, precached } from '../setup/builds.ts'
import { devtools } from '../setup/device.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** What a phone reads of the portal before it puts it on its home screen. */

const students = visitors()
const provider = await oneProvider()

describe('the manifest', () => {
  const { dir } = builds.complete
  interface Picture {
    src: string
    sizes: string
    purpose?: string
    form_factor?: string
    label?: string
  }
  const manifest: {
    id: string
    orientation?: string
    categories: string[]
    icons: Picture[]
    screenshots: Picture[]
    shortcuts: { url: string; icons: Picture[] }[]
  } = JSON.parse(readFileSync(join(dir, 'manifest.webmanifest'), 'utf8'))

  test('is whole: the browser finds nothing to complain of', async () => {
    const { page } = await students.at(provider.url, '/home')
    const session = await devtools(page)
    const { errors, url, data } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect([url, JSON.parse(data ?? '{}')]).toEqual([`${provider.url}/manifest.webmanifest`, manifest])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A visit of a test's is an incognito one.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })

  test('has icons of each kind, pictures of both shapes, three shortcuts, and locks no orientation', () => {
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'monochrome'])
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
    expect(manifest.screenshots.every(({ label }) => label)).toBe(true)
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/register', '/status', '/recepisse'])
    expect([manifest.id, manifest.orientation, manifest.categories.length]).toEqual(['/', undefined, 2])
  })

  test('names files that are what it says, small ones, and none that an installation of the worker brings', async () => {
    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
    for (const { src, sizes, purpose } of pictures) {
      const file = readFileSync(join(dir, src))
      const { width, height, hasAlpha } = await sharp(file).metadata()
      expect(`${width}x${height}`, src).toBe(sizes)
      expect(file.length, src).toBeLessThanOrEqual(60_000)
      expect(precached(dir), src).not.toContain(src)
      if (purpose === 'monochrome') expect(hasAlpha).toBe(true)
    }
    const apple = await sharp(join(dir, 'apple-touch-icon.png')).metadata()
    expect([apple.width, readFileSync(join(dir, 'index.html'), 'utf8').includes('rel="apple-touch-icon"')]).toEqual([
      180,
      true,
    ])
  })
})
