import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'

/** A picture that was taken: of which state, in which look. */
export interface Shot {
  scene: string
  state: string
  look: string
  file: string
}

/** All looks of a scene side by side, a line for each state: as a page, and as one picture of it. */
export async function montage(browser: Browser, folder: string, shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } })
  const page = await context.newPage()
  for (const scene of new Set(shots.map(shot => shot.scene))) {
    const mine = shots.filter(shot => shot.scene === scene)
    const file = join(folder, `montage-${scene}.html`)
    writeFileSync(file, pageOf(scene, mine))
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({ path: join(folder, `montage-${scene}.png`), fullPage: true })
  }
  await context.close()
}

function pageOf(scene: string, shots: readonly Shot[]): string {
  const states = [...new Set(shots.map(shot => shot.state))]
  const lines = states.map(state => {
    const figures = shots
      .filter(shot => shot.state === state)
      .map(({ look, file }) => `<figure><figcaption>${look}</figcaption><img src="${file}" alt=""></figure>`)
    return `<h2>${state}</h2><div>${figures.join('')}</div>`
  })
  const style =
    'body{margin:16px;background:#777;font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{height:460px;display:block}h2{margin:12px 0 4px}'
  return `<!doctype html><meta charset="utf-8"><title>${scene}</title><style>${style}</style>${lines.join('')}`
}
