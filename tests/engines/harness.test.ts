import { expect, test } from 'vitest'
import { inEachEngine, ownProvider } from './setup/journeys.ts'

const provider = ownProvider()

/** A page of our own in place of the portal: it does what a journey must never do. */
const page = (script: string) =>
  provider.script('/home', {
    text: `<!doctype html><link rel="icon" href="data:,"><script>${script}</script><p>fini`,
    headers: { 'Content-Security-Policy': "default-src 'self' 'unsafe-inline' data:" },
  })

inEachEngine(students => {
  test.each([
    ['an error written to the console', "console.error('perdu')", /perdu/],
    ['an exception', "throw new Error('tombé')", /tombé/],
    ['an unhandled rejection', "Promise.reject(new Error('promesse'))", /promesse/],
    ['a rule of the security policy broken', "new Image().src = 'https://ailleurs.example/x.png'", /ailleurs\.example/],
  ])('%s behind the back of a student fails the journey', async (_, script, complaint) => {
    page(script)
    students.allow(complaint)
    const phone = students.phone()
    const tab = await phone.start({ lasting: true })
    await tab.open(`${provider.url}/home`)
    await tab.waitFor({ css: 'p', text: 'fini' })
    await expect.poll(() => phone.complaints()).toContainEqual(expect.stringMatching(complaint))
  })
})
