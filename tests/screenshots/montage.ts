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

const style =
  'body{margin:16px;background:#777;font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{height:460px;display:block}h2{margin:12px 0 4px}'

/** All looks of a scene beside each other, a line for each state: as a page, and as one picture of it. */
export async function montage(browser: Browser, folder: string, shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } })
  const page = await context.newPage()
  for (const scene of new Set(shots.map(shot => shot.scene))) {
    const mine = shots.filter(shot => shot.scene === scene)
    const lines = [...new Set(mine.map(({ state }) => state))].map(state => {
      const some = mine.filter(shot => shot.state === state)
      const figure = ({ look, file }: Shot) =>
        `<figure><figcaption>${look}</figcaption><img src="${file}" alt=""></figure>`
      return `<h2>${state}</h2><div>${some.map(figure).join('')}</div>`
    })
    const html = `<!doctype html><meta charset="utf-8"><title>${scene}</title><style>${style}</style>${lines.join('')}`
    const file = join(folder, `montage-${scene}`)
    writeFileSync(`${file}.html`, html)
    await page.goto(pathToFileURL(`${file}.html`).href)
    await page.screenshot({ path: `${file}.png`, fullPage: true })
  }
  await context.close()
}
