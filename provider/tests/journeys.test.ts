import { describe, expect, test } from 'vitest'
import { documentsOf, documentTypes } from '../../src/spec/documents.ts'
import { oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { base64Photograph } from './setup/photographs.ts'
import { photosIn } from './setup/stored.ts'
import { enrolAndConfirm, otherCode, readCode, reducedBody, students } from './setup/visitor.ts'

/** What a student goes through. */
describe.each(await eachDatabase())('with %s', async (_, database) => {
  const { server, visitor } = await oneServer(database)
  const { aminata, moussa, fatoumata, seydou, mariam, kadiatou, ibrahim, abdoulaye } = students
  const photos = async () => (await photosIn(server.database)).length
  const statusOf = async (student: { matricule: string }) => (await visitor.look(student)).json
  const byPhone = async (phone: string) => (await visitor.call('enrolement/statut/phone', { phone })).json

  test.each([
    ['liste/serie', 'TSE', 'Terminale Sciences Exactes'],
    ['liste/academie', 'BKORD', 'Bamako Rive Droite'],
    ['pieces/identite/utilisee', 'PASSEPORT', 'Passeport'],
    ['liste/annee', '2026', '2026'],
    ['statut/liste/annee', '1920', '2019-2020'],
  ])('a student finds %s, which the form needs', async (path, code, libelle) => {
    const { http, json } = await visitor.call(path, {})
    expect([http, json.Resultat]).toEqual([200, [expect.arrayContaining([{ code, libelle }])]])
  })

  test('a student finds the newest years, and the dates', async () => {
    expect((await visitor.call('btn/info', {})).json).toMatchObject({ btnInfo: '2025' })
    expect((await visitor.call('new/bac', {})).json).toMatchObject({ newBac: '2026' })
    const dateHeure = expect.stringMatching(/^\d{4}-12-31 23:59:59$/)
    const dates = { statut: 1, resultat: { message: expect.any(String), dateHeure } }
    expect((await visitor.call('enrolement/chrono', {})).json).toEqual(dates)
  })

  test('a student is found by year, place, series and academy, and nobody by wrong ones', async () => {
    const { matricule, nom, prenom } = aminata
    const found = { status: 1, msg: expect.any(String), resultat: { matricule, nom, prenom } }
    expect((await visitor.search(aminata)).json).toEqual(found)
    const lost = await visitor.search({ ...aminata, numPlace: '9999' })
    expect(lost.json).toEqual({ status: 0, msg: expect.any(String) })
  })

  test('a student enrols, sends five documents, is verified, corrects one and gets a receipt', async () => {
    const { matricule } = aminata
    expect((await statusOf(aminata)).status).toBe(-1)
    expect((await visitor.send(aminata, 'attest', await base64Photograph(1))).status).toBe(0)
    const otp = await enrolAndConfirm(server, visitor, aminata, '76000001')
    expect((await visitor.give(aminata, otp)).status).toBe(1)
    expect(await statusOf(aminata)).toMatchObject({ status: 0, msg: expect.stringContaining('manquants') })

    const before = await photos()
    for (const [index, type] of documentTypes.entries())
      for (const gzip of [false, true])
        expect((await visitor.send(aminata, type, await base64Photograph(10 + index), { gzip })).status).toBe(1)
    expect((await photos()) - before).toBe(5)
    for (let time = 0; time < 2; time += 1) expect((await visitor.finish(aminata)).status).toBe(1)
    expect((await statusOf(aminata)).status).toBe(1)

    for (const type of documentTypes) await server.operate({ name: 'accept', matricule, type })
    expect((await statusOf(aminata)).status).toBe(2)
    await server.operate({ name: 'reject', matricule, type: 'carteid', message: 'Photo <b>coupée</b>' })
    expect(await statusOf(aminata)).toMatchObject({ status: 0, msg: expect.stringContaining('Photo <b>coupée</b>') })
    const flags = { matricule, actNaissV: '2', simCardV: '2', attestBacV: '2', photoBusteV: '2', pieceIdV: '0' }
    const wanted = { status: 1, msg: expect.any(String), ...flags }
    expect(await visitor.flags(aminata)).toEqual(wanted)
    expect((await visitor.call('verif/statut/phone', { phone: '76000001' })).json).toEqual(wanted)

    const nothingSent = await visitor.finish(aminata)
    expect(nothingSent.json).toMatchObject({ status: 0, msg: expect.stringContaining("pièce d'identité") })
    for (let time = 0; time < 2; time += 1) {
      expect((await visitor.replace(aminata, 'carteid', await base64Photograph(99))).status).toBe(1)
      expect((await visitor.finish(aminata)).status).toBe(1)
    }
    expect((await photos()) - before).toBe(5)
    expect(await byPhone('76000001')).toMatchObject({ status: 1, pieceIdV: '1' })

    const link = await visitor.receipt(aminata, otp)
    expect(link.status).toBe(1)
    const receipt = await fetch(String(link.json.msg))
    expect(receipt.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(receipt.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(await receipt.text()).toMatch(/^%PDF/)
  })

  test('a student of the shorter form enrols with four documents', async () => {
    const { matricule } = moussa
    expect((await visitor.call('enrolement/add', reducedBody(moussa, '76000002'))).status).toBe(1)
    expect((await visitor.give(moussa, await readCode(server, '76000002'))).status).toBe(1)
    const early = await visitor.finish(moussa)
    expect(early.json).toMatchObject({ status: 0, msg: expect.stringContaining('manquants') })
    for (const type of documentsOf('reduced'))
      expect((await visitor.send(moussa, type, await base64Photograph(30))).status).toBe(1)
    expect((await visitor.finish(moussa)).status).toBe(1)
    expect((await statusOf(moussa)).status).toBe(1)

    // The final call of an update closes nothing: a photo that it has overtaken is looked at like
    // the others.
    for (const type of ['attest', 'carteid'] as const)
      await server.operate({ name: 'reject', matricule, type, message: 'Floue' })
    const image = await base64Photograph(31)
    expect((await visitor.replace(moussa, 'attest', image)).status).toBe(1)
    expect((await visitor.finish(moussa)).status).toBe(1)
    expect(await statusOf(moussa)).toMatchObject({ status: 0, pieceIdV: '0' })
    expect((await visitor.replace(moussa, 'carteid', image)).status).toBe(1)
    expect(await statusOf(moussa)).toMatchObject({ status: 1, pieceIdV: '1' })
  })

  test('a lost answer to the enrolment is repeated without a second code, a later repeat sends a new one', async () => {
    const save = async () => expect((await visitor.save(fatoumata, '76000003')).status).toBe(1)
    for (let time = 0; time < 2; time += 1) await save()
    expect(server.sent('76000003')).toHaveLength(1)
    server.advance(61_000)
    await save()
    expect(server.sent('76000003')).toHaveLength(2)
  })

  test('two first requests at the same moment enrol a student once and send one code', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => visitor.save(seydou, '76000004')))
    expect(replies.map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1])
    expect(server.sent('76000004')).toHaveLength(1)
  })

  test('the same photograph arriving several times at once is stored once', async () => {
    await enrolAndConfirm(server, visitor, mariam, '76000005')
    const before = await photos()
    const image = await base64Photograph(50)
    const replies = await Promise.all(Array.from({ length: 5 }, () => visitor.send(mariam, 'attest', image)))
    expect(replies.map(({ status }) => status)).toEqual([1, 1, 1, 1, 1])
    await visitor.send(mariam, 'attest', await base64Photograph(51))
    expect((await photos()) - before).toBe(1)
  })

  test('forty guesses at a code at the same moment get five answers', async () => {
    await visitor.save(kadiatou, '76000009')
    const code = await readCode(server, '76000009')
    const guess = (_: unknown, step: number) => visitor.give(kadiatou, otherCode(code, step + 1))
    const replies = await Promise.all(Array.from({ length: 40 }, guess))
    expect(replies.filter(reply => reply.http === 200)).toHaveLength(5)
  })

  test('a confirmed number cannot be replaced by somebody who knows the matricule', async () => {
    await enrolAndConfirm(server, visitor, ibrahim, '76000006')
    const other = await visitor.save(ibrahim, '76000666')
    expect(other.json).toMatchObject({ status: 0, msg: expect.stringContaining('autre numéro') })
  })

  test('a number is corrected as long as no code has confirmed it, and its code ends with the host of the portal', async () => {
    for (const phone of ['76000071', '76000072']) expect((await visitor.save(abdoulaye, phone)).status).toBe(1)
    const [wrong, right] = [await readCode(server, '76000071'), await readCode(server, '76000072')]
    const [sms] = server.sent('76000072')
    expect(sms?.text.split('\n').at(-1)).toBe(`@${new URL(server.address).hostname} #${right}`)
    const old = await visitor.give(abdoulaye, wrong)
    expect(old.status, 'the code of the first number').toBe(wrong === right ? 1 : 0)
    expect((await visitor.give(abdoulaye, right)).status).toBe(1)
  })

  test.each([
    ['/2021/v1/', 'BKO2025T001', '70000011', 0, '/1920/v3/'],
    ['/1920/v3/', 'KAY2020T002', '70000022', 1, '/2021/v1/'],
    ['/anciens/v4/', 'KOU2016T003', '70000033', 2, '/2021/v1/'],
  ])(
    'a status call of %s answers for the years of its base only',
    async (base, matricule, phone, status, elsewhere) => {
      expect((await visitor.post(`${base}etudiant/enrolement/statut`, { matricule })).status).toBe(status)
      expect((await visitor.post(`${base}etudiant/enrolement/statut/phone`, { phone })).status).toBe(status)
      expect((await visitor.post(`${elsewhere}etudiant/enrolement/statut`, { matricule })).status).toBe(-1)
    },
  )

  test('a status call says what is no matricule and no phone', async () => {
    expect([(await statusOf({ matricule: 'abc' })).status, (await byPhone('7')).status]).toEqual([3, 3])
  })

  test('nobody enrols while the window is closed, and everybody again once it opens', async () => {
    const chrono = async () => (await visitor.call('enrolement/chrono', {})).json
    const save = async () => (await visitor.save(seydou, '76000004')).json
    server.advance(61_000)
    await server.operate({ name: 'window', state: 'close' })
    expect((await chrono()).statut).toBe(0)
    expect(await save()).toEqual({ status: 0, msg: 'Les inscriptions sont fermées' })
    await server.operate({ name: 'window', state: 'soon', until: '2027-01-05 08:00:00', message: 'Bientôt' })
    expect(await chrono()).toEqual({ statut: 2, resultat: { message: 'Bientôt', dateHeure: '2027-01-05 08:00:00' } })
    expect((await save()).status).toBe(1)
    await server.operate({ name: 'window', state: 'open' })
    expect((await chrono()).statut).toBe(1)
  })

  test('a restart loses neither the enrolment, nor its documents, nor the sent codes', async () => {
    const before = await server.operate({ name: 'files' })
    const sms = await (await fetch(server.codes)).json()
    await server.restart()
    expect(await server.operate({ name: 'files' })).toEqual(before)
    expect(await (await fetch(server.codes)).json()).toEqual(sms)
    expect((await statusOf(aminata)).status).toBe(1)
  })
})
