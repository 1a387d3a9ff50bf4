import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { code } from '../e2e/setup/answers.ts'
import { eventually } from '../e2e/setup/device.ts'
import { completeAnswers } from '../e2e/setup/hands.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { button, documentState, enrol, enterCode, field, giveDocument, stored, title } from './setup/hands.ts'
import { inEachEngine, ownProvider } from './setup/journeys.ts'
import type { Tab } from './setup/tab.ts'

const provider = ownProvider()

const folder = mkdtempSync(join(tmpdir(), 'dossiers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const upload = 'etudiant/files/upload'
const handCode = 'mangue74'

/** What the browser would save is what its own address stands for. */
const watchAddresses = (tab: Tab) =>
  tab.run(() => {
    const { createObjectURL } = URL
    URL.createObjectURL = made => {
      Object.assign(globalThis, { made })
      return createObjectURL.call(URL, made)
    }
  }, undefined)

const savedFile = (tab: Tab) =>
  tab.run(async () => {
    const link = document.querySelector('a[download]') as HTMLAnchorElement
    const bytes = new Uint8Array(await (globalThis as unknown as { made: Blob }).made.arrayBuffer())
    return { name: link.download, href: link.href, bytes: [...bytes] }
  }, undefined)

inEachEngine(students => {
  test('a student takes a dossier from one phone to another in a file, and what waited is sent once', async () => {
    students.allow(/503|Service Unavailable/)
    const source = await students.visit()
    await source.open(`${provider.url}/register`)
    await enrol(source, completeAnswers)
    await enterCode(source, code)
    await giveDocument(source, 'attest', await smallPhoto('attest'))
    await documentState(source, 'attest', 'sent')
    provider.script(upload, { status: 503 })
    await giveDocument(source, 'carteid', await smallPhoto('carteid'))
    await documentState(source, 'carteid', 'queued')
    await source.open(`${provider.url}/transfert`)
    await watchAddresses(source)
    await source.tap(button('Envoyer ce dossier'))
    for (const name of ['code-choisi', 'code-repete']) await source.type(field(name), handCode)
    await source.tap(button('Préparer la remise'))
    await source.waitFor(title('Dossier remis'))
    await source.waitFor({ css: 'a[download]', text: 'Enregistrer le fichier' })
    const { name, href, bytes } = await savedFile(source)
    expect([name, href]).toEqual([expect.stringMatching(/^dossier-[\d-]+\.dossier$/), expect.stringMatching(/^blob:/)])
    const file = join(folder, name)
    writeFileSync(file, Buffer.from(bytes))
    const before = provider.calls(upload).length
    provider.behave()

    const target = await students.visit()
    await target.open(`${provider.url}/transfert`)
    await target.give(field('dossier'), file)
    await target.type(field('code-remise'), handCode)
    await target.tap(button('Ouvrir le dossier'))
    await target.tap(button('Garder sur cet appareil'))
    await target.waitFor(title('Dossier reçu'))
    const confirmationCode = await target.run(() => document.querySelector('.phone')?.textContent ?? '', undefined)
    await target.tap({ css: 'a[href="/register"].button' })
    await documentState(target, 'carteid', 'sent')
    await documentState(target, 'attest', 'sent')
    expect(
      provider
        .calls(upload)
        .slice(before)
        .map(({ body }) => body.type),
    ).toEqual(['carteid'])

    await source.type(field('code-arrivee'), confirmationCode)
    await source.tap(button('Effacer de cet appareil'))
    await eventually(() => stored(source, 'dossiers', 'getAllKeys')).toEqual([])
    await eventually(() => stored(source, 'payloads', 'getAllKeys')).toEqual([])
  })
})
