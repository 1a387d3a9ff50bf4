import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsOf, documentTypes } from '../../../src/spec/documents.ts'
import { base64Photograph } from './photographs.ts'
import { startServer, type TestServer } from './server.ts'
import { photosIn } from './stored.ts'
import { completeBody, enrolAndConfirm, readCode, reducedBody, students, Visitor } from './visitor.ts'

/** What a student goes through; the same on PGlite and on a PostgreSQL server. */
export function describeJourneys(storage: string, databaseUrl: () => string | undefined): void {
  describe(`with ${storage}`, () => {
    let server: TestServer
    let visitor: Visitor
    const photos = () => photosIn(server.database)

    beforeAll(async () => {
      const url = databaseUrl()
      server = await startServer(url ? { databaseUrl: url } : {})
      visitor = new Visitor(server)
    })
    afterAll(() => server.stop(), 30_000)

    test('a student finds the lists that the form needs', async () => {
      for (const [path, item] of [
        ['liste/serie', { code: 'TSE', libelle: 'Terminale Sciences Exactes' }],
        ['liste/academie', { code: 'BKORD', libelle: 'Bamako Rive Droite' }],
        ['pieces/identite/utilisee', { code: 'PASSEPORT', libelle: 'Passeport' }],
        ['liste/annee', { code: '2026', libelle: '2026' }],
        ['statut/liste/annee', { code: '1920', libelle: '2019-2020' }],
      ] as const) {
        const { http, json } = await visitor.call(path, {})
        expect(http, path).toBe(200)
        expect(json.Resultat, path).toEqual([expect.arrayContaining([item])])
      }
      expect((await visitor.call('btn/info', {})).json).toMatchObject({ btnInfo: '2025' })
      expect((await visitor.call('new/bac', {})).json).toMatchObject({ newBac: '2026' })
      const chrono = (await visitor.call('enrolement/chrono', {})).json
      expect(chrono).toEqual({
        statut: 1,
        resultat: { message: expect.any(String), dateHeure: expect.stringMatching(/^\d{4}-12-31 23:59:59$/) },
      })
    })

    test('a student is found by year, place, series and academy, and nobody by wrong ones', async () => {
      const { anneeBac, numPlace, serie, ae, matricule, nom, prenom } = students.aminata
      const found = await visitor.call('search/matricule', { anneeBac, numPlace, serie, ae })
      expect(found.json).toEqual({ status: 1, msg: expect.any(String), resultat: { matricule, nom, prenom } })
      const lost = await visitor.call('search/matricule', { anneeBac, numPlace: '9999', serie, ae })
      expect(lost.json).toEqual({ status: 0, msg: expect.any(String) })
    })

    test('a student enrols, sends five documents, is verified, corrects one and gets a receipt', async () => {
      const { matricule, numPlace, serie, ae } = students.aminata
      const status = async () => (await visitor.call('enrolement/statut', { matricule })).json
      expect((await status()).status).toBe(-1)

      const early = await visitor.call('files/upload', { matricule, type: 'attest', image: await base64Photograph(1) })
      expect(early.json.status).toBe(0)
      const otp = await enrolAndConfirm(server, visitor, students.aminata, '76000001')
      expect((await visitor.call('otp/valide', { matricule, otp })).json.status).toBe(1)
      expect(await status()).toMatchObject({ status: 0, msg: expect.stringContaining('manquants') })

      const filesBefore = (await photos()).length
      for (const [index, type] of documentTypes.entries()) {
        const image = await base64Photograph(10 + index)
        const once = await visitor.call('files/upload', { matricule, type, image })
        const twice = await visitor.call('files/upload', { matricule, type, image }, { gzip: true })
        expect([once.json.status, twice.json.status]).toEqual([1, 1])
      }
      expect((await photos()).length - filesBefore).toBe(5)
      expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
      expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
      expect((await status()).status).toBe(1)

      for (const type of documentTypes) await server.operate({ name: 'accept', matricule, type })
      expect((await status()).status).toBe(2)
      await server.operate({ name: 'reject', matricule, type: 'carteid', message: 'Photo <b>coupée</b>' })
      expect(await status()).toMatchObject({ status: 0, msg: expect.stringContaining('Photo <b>coupée</b>') })
      const flags = { matricule, actNaissV: '2', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
      const wanted = { status: 1, msg: expect.any(String), ...flags, pieceIdV: '0' }
      expect((await visitor.call('verif/statut/matricule', { matricule })).json).toEqual(wanted)
      expect((await visitor.call('verif/statut/phone', { phone: '76000001' })).json).toEqual(wanted)

      const nothingSent = await visitor.call('enrolement/globalevalid', { matricule })
      expect(nothingSent.json).toMatchObject({ status: 0, msg: expect.stringContaining("pièce d'identité") })
      const correction = { matricule, image: await base64Photograph(99) }
      for (let time = 0; time < 2; time += 1) {
        expect((await visitor.call('files/update/carteid', correction)).json.status).toBe(1)
        expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
      }
      expect((await photos()).length - filesBefore).toBe(5)
      expect((await visitor.call('enrolement/statut/phone', { phone: '76000001' })).json).toMatchObject({
        status: 1,
        pieceIdV: '1',
      })

      const request = { otp, matricule, num_place: numPlace, serie, ae }
      const link = (await visitor.post('/recepisses/v1/etudiant/voir/recepisse', request)).json
      expect(link.status).toBe(1)
      const receipt = await fetch(String(link.msg))
      expect(receipt.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(receipt.headers.get('cache-control')).toBe('no-store, no-transform')
      expect(
        Buffer.from(await receipt.arrayBuffer())
          .subarray(0, 4)
          .toString(),
      ).toBe('%PDF')
    })

    test('a student of the shorter form enrols with four documents', async () => {
      const { matricule } = students.moussa
      expect((await visitor.call('enrolement/add', reducedBody(students.moussa, '76000002'))).json.status).toBe(1)
      const otp = await readCode(server, '76000002')
      expect((await visitor.call('otp/valide', { matricule, otp })).json.status).toBe(1)
      const early = await visitor.call('enrolement/globalevalid', { matricule })
      expect(early.json).toMatchObject({ status: 0, msg: expect.stringContaining('manquants') })
      for (const type of documentsOf('reduced')) {
        const upload = { matricule, type, image: await base64Photograph(30) }
        expect((await visitor.call('files/upload', upload)).json.status).toBe(1)
      }
      expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
      expect((await visitor.call('enrolement/statut', { matricule })).json.status).toBe(1)

      // The final call of an update closes nothing: a photo that it has overtaken is looked at like the others.
      for (const type of ['attest', 'carteid'] as const)
        await server.operate({ name: 'reject', matricule, type, message: 'Floue' })
      const correction = { matricule, image: await base64Photograph(31) }
      expect((await visitor.call('files/update/attest', correction)).json.status).toBe(1)
      expect((await visitor.call('enrolement/globalevalid', { matricule })).json.status).toBe(1)
      expect((await visitor.call('enrolement/statut', { matricule })).json).toMatchObject({ status: 0, pieceIdV: '0' })
      expect((await visitor.call('files/update/carteid', correction)).json.status).toBe(1)
      expect((await visitor.call('enrolement/statut', { matricule })).json).toMatchObject({ status: 1, pieceIdV: '1' })
    })

    test('a lost answer to the enrolment is repeated without a second code, a later repeat sends a new one', async () => {
      const body = completeBody(students.fatoumata, '76000003')
      const sent = () => server.shown.filter(sms => sms.phone === '76000003').length
      for (let time = 0; time < 2; time += 1) expect((await visitor.call('enrolement/add', body)).json.status).toBe(1)
      expect(sent()).toBe(1)
      server.advance(61_000)
      expect((await visitor.call('enrolement/add', body)).json.status).toBe(1)
      expect(sent()).toBe(2)
    })

    test('two first requests at the same moment enrol a student once and send one code', async () => {
      const body = completeBody(students.seydou, '76000004')
      const replies = await Promise.all(Array.from({ length: 6 }, () => visitor.call('enrolement/add', body)))
      expect(replies.map(reply => reply.json.status)).toEqual([1, 1, 1, 1, 1, 1])
      expect(server.shown.filter(sms => sms.phone === '76000004')).toHaveLength(1)
    })

    test('the same photograph arriving several times at once is stored once', async () => {
      const { matricule } = students.mariam
      await enrolAndConfirm(server, visitor, students.mariam, '76000005')
      const before = (await photos()).length
      const upload = { matricule, type: 'attest', image: await base64Photograph(50) }
      const replies = await Promise.all(Array.from({ length: 5 }, () => visitor.call('files/upload', upload)))
      expect(replies.map(reply => reply.json.status)).toEqual([1, 1, 1, 1, 1])
      await visitor.call('files/upload', { ...upload, image: await base64Photograph(51) })
      expect((await photos()).length - before).toBe(1)
    })

    test('forty guesses at a code at the same moment get five answers', async () => {
      const { matricule } = students.kadiatou
      await visitor.call('enrolement/add', completeBody(students.kadiatou, '76000009'))
      const code = Number(await readCode(server, '76000009'))
      const guesses = Array.from({ length: 40 }, (_, step) => String((code + step + 1) % 10_000).padStart(4, '0'))
      const replies = await Promise.all(guesses.map(otp => visitor.call('otp/valide', { matricule, otp })))
      expect(replies.filter(reply => reply.http === 200)).toHaveLength(5)
    })

    test('a confirmed number cannot be replaced by somebody who knows the matricule', async () => {
      await enrolAndConfirm(server, visitor, students.ibrahim, '76000006')
      const other = await visitor.call('enrolement/add', completeBody(students.ibrahim, '76000666'))
      expect(other.json).toMatchObject({ status: 0, msg: expect.stringContaining('autre numéro') })
    })

    test('a number is corrected as long as no code has confirmed it, and its code ends with the host of the portal', async () => {
      const { matricule } = students.abdoulaye
      for (const phone of ['76000071', '76000072'])
        expect((await visitor.call('enrolement/add', completeBody(students.abdoulaye, phone))).json.status).toBe(1)
      const [wrong, right] = [await readCode(server, '76000071'), await readCode(server, '76000072')]
      const text = server.shown.find(({ phone }) => phone === '76000072')?.text
      expect(text?.split('\n').at(-1)).toBe(`@${new URL(server.address).hostname} #${right}`)
      const old = await visitor.call('otp/valide', { matricule, otp: wrong })
      expect(old.json.status, 'the code of the first number').toBe(wrong === right ? 1 : 0)
      expect((await visitor.call('otp/valide', { matricule, otp: right })).json.status).toBe(1)
    })

    test('a status call answers for the years of its base only', async () => {
      for (const [base, matricule, phone, status] of [
        ['/2021/v1/', 'BKO2025T001', '70000011', 0],
        ['/1920/v3/', 'KAY2020T002', '70000022', 1],
        ['/anciens/v4/', 'KOU2016T003', '70000033', 2],
      ] as const) {
        expect((await visitor.post(`${base}etudiant/enrolement/statut`, { matricule })).json.status).toBe(status)
        expect((await visitor.post(`${base}etudiant/enrolement/statut/phone`, { phone })).json.status).toBe(status)
        const elsewhere = base === '/2021/v1/' ? '/1920/v3/' : '/2021/v1/'
        expect((await visitor.post(`${elsewhere}etudiant/enrolement/statut`, { matricule })).json.status).toBe(-1)
      }
      expect((await visitor.call('enrolement/statut', { matricule: 'abc' })).json.status).toBe(3)
      expect((await visitor.call('enrolement/statut/phone', { phone: '7' })).json.status).toBe(3)
    })

    test('nobody enrols while the window is closed, and everybody again once it opens', async () => {
      const body = completeBody(students.seydou, '76000004')
      server.advance(61_000)
      await server.operate({ name: 'window', state: 'close' })
      expect((await visitor.call('enrolement/chrono', {})).json.statut).toBe(0)
      expect((await visitor.call('enrolement/add', body)).json).toEqual({
        status: 0,
        msg: 'Les inscriptions sont fermées',
      })
      await server.operate({
        name: 'window',
        state: 'soon',
        until: '2027-01-05 08:00:00',
        message: 'Bientôt',
      })
      const soon = { statut: 2, resultat: { message: 'Bientôt', dateHeure: '2027-01-05 08:00:00' } }
      expect((await visitor.call('enrolement/chrono', {})).json).toEqual(soon)
      expect((await visitor.call('enrolement/add', body)).json.status).toBe(1)
      await server.operate({ name: 'window', state: 'open' })
      expect((await visitor.call('enrolement/chrono', {})).json.statut).toBe(1)
    })

    test('a restart loses neither the enrolment, nor its documents, nor the sent codes', async () => {
      const before = await server.operate({ name: 'files' })
      const sms = await (await fetch(server.codes)).json()
      await server.restart()
      expect(await server.operate({ name: 'files' })).toEqual(before)
      expect(await (await fetch(server.codes)).json()).toEqual(sms)
      const { matricule } = students.aminata
      expect((await visitor.call('enrolement/statut', { matricule })).json.status).toBe(1)
    })
  })
}
