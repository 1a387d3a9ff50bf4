import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseStudents } from '../src/operator/csv.ts'
import { inventStudent as at, columns as header, listOf, oneFolder, oneServer } from './setup/campus.ts'
import { runToEnd } from './setup/child.ts'
import { eachDatabase } from './setup/databases.ts'
import type { SampleStudent } from './setup/visitor.ts'

/** One odd line of a list keeps nobody else from enrolling. */

const good = 'BKO2026N001,Keïta,Aïcha,2026,7001,TSE,BKORD'
const last = 'BKO2026N009,Traoré,Issa,2026,7009,TSE,BKORD'

/** What becomes of these lines, which stand between two good ones. */
async function among(...lines: string[]) {
  const read = await parseStudents([header, good, ...lines, last].join('\n'))
  if ('stop' in read) throw new Error(read.stop)
  const [first, ...rest] = read.students
  expect(first?.student.matricule).toBe('BKO2026N001')
  expect(rest.pop()?.student.matricule).toBe('BKO2026N009')
  return { students: rest.map(({ student }) => student), problems: read.problems }
}
const stopOf = async (text: string) => {
  const read = await parseStudents(text)
  return 'stop' in read ? read.stop : undefined
}

describe('a name', () => {
  test.each([
    ['N´Diaye', "N'Diaye"],
    ['Ɲaɲɛn', 'Ɲaɲɛn'],
  ])('%s is read as %s', async (written, nom) => {
    const read = await among(`BKO2026N002,${written},Awa,2026,7002,TSE,BKORD`)
    expect(read).toMatchObject({ students: [{ nom, prenom: 'Awa' }], problems: [] })
  })

  const letters = ['K', '2Pac', 'Koné 2', 'Koné (Awa)', '<b>Awa</b>', 'Awa@home', 'KonÃ©', 'CÃ´te', 'FÃŠTE']
  test.each([...letters, '-', '.', '🙂🙂'])('%s is left out', async nom => {
    const { students, problems } = await among(`BKO2026N002,${nom},Awa,2026,7002,TSE,BKORD`)
    expect(students).toEqual([])
    expect(problems).toEqual([{ line: 3, why: expect.stringMatching(/^nom must be /) }])
    expect(problems[0]?.why).not.toContain(nom)
  })
})

describe('a line is left out', () => {
  test.each([
    ['court,Keïta,Awa,2026,7002,TSE,BKORD', 'matricule must be 11 or 12 capital letters and digits'],
    [',Keïta,Awa,2026,7002,TSE,BKORD', 'matricule must be'],
    ['BKO2026N002,,,2026,7002,TSE,BKORD', 'nom or prenom must be there'],
    ['BKO2026N002,Keïta,Awa,26,7002,TSE,BKORD', 'anneeBac must be a year such as 2026'],
    ['BKO2026N002,Keïta,Awa,2026,,TSE,BKORD', 'numPlace must be digits'],
    ['BKO2026N002,Keïta,Awa,2026,70.2,TSE,BKORD', 'numPlace must be digits'],
    ['BKO2026N002,Keïta,Awa,2026,7002,XX,BKORD', 'serie must be one of SBT, '],
    ['BKO2026N002,Keïta,Awa,2026,7002,TSE,PARIS', 'ae must be one of BKORD, '],
    ['BKO2026N002,Keïta,Awa,2026', '4 columns instead of 7'],
    ['BKO2026N002,Keïta,Awa,2026,7002,TSE,BKORD,more', '8 columns instead of 7'],
    ['BKO2026N002,"Keïta,Awa,2026,7002,TSE,BKORD', 'a quotation mark is not closed'],
    ['"BKO2026N002"x,Keïta,Awa,2026,7002,TSE,BKORD', 'a quotation mark is not closed'],
    ['BKO2026N002,N"Diaye,Awa,2026,7002,TSE,BKORD', 'nom must be'],
    ['BKO2026N002,Ke\ufffdta,Awa,2026,7002,TSE,BKORD', 'nom is not UTF-8 text'],
  ])('%s', async (line, why) => {
    expect(await among(line)).toEqual({ students: [], problems: [{ line: 3, why: expect.stringContaining(why) }] })
  })

  test('with each of its faults', async () => {
    const { problems } = await among('court,K,Awa,26,7002,TSE,BKORD')
    expect(problems.map(({ why }) => why.split(' ')[0])).toEqual(['matricule', 'nom', 'anneeBac'])
  })

  test('where it gives one matricule to two students, or one place: which of them is right, the list does not say', async () => {
    expect(
      await among(
        'BKO2026N002,Keïta,Awa,2026,7002,TSE,BKORD',
        'BKO2026N003,Touré,Awa,2026,321,TSE,BKORD',
        'BKO2026N002,Touré,Awa,2026,7006,TSE,BKORD',
        'BKO2026N004,Touré,Issa,2026,00321,TSE,BKORD',
        'BKO2026N005,Touré,Issa,2026,321,TLL,BKORD',
      ),
    ).toEqual({
      students: [expect.objectContaining({ matricule: 'BKO2026N005' })],
      problems: [
        { line: 3, why: expect.stringMatching(/^same matricule as line 5, /) },
        { line: 4, why: expect.stringMatching(/^same place .* as line 6: /) },
        { line: 5, why: expect.stringMatching(/^same matricule as line 3, /) },
        { line: 6, why: expect.stringMatching(/^same place .* as line 4: /) },
      ],
    })
  })

  test('where it repeats another one, which is taken', async () => {
    const line = 'BKO2026N002,Keïta,Awa,2026,7002,TSE,BKORD'
    expect(await among(line, '', line)).toEqual({
      students: [expect.objectContaining({ matricule: 'BKO2026N002' })],
      problems: [{ line: 5, why: 'repeats line 3' }],
    })
  })
})

describe('a file', () => {
  test.each([
    ['with a byte-order mark and CRLF', `\ufeff${header}\r\n${good}\r\n`],
    ['with CR alone', `${header}\r${good}\r`],
    ['with semicolons', `${header}\n${good}\n`.replaceAll(',', ';')],
    ['with tabs', `${header}\n${good}\n`.replaceAll(',', '\t')],
    ['with quotation marks', [header, good].map(line => `"${line.replaceAll(',', '","')}"`).join('\n')],
    ['with blank lines, also such of a spreadsheet', `\n${header}\n\n;;;;;;\n,,,,,,\n  \n${good}\n\n`],
    ['with its header in capitals', `${header.toUpperCase()}\n${good}`],
    ['with its header as people write it', `Matricule,Nom,Prénom,Année bac,Num place,Série,AE\n${good}`],
    ['with blanks around its cells', `${header.replaceAll(',', ' , ')}\n${good.replaceAll(',', '  ,\u00a0')}`],
    [
      'with another order, and further columns',
      `x,ae,serie,numPlace,anneeBac,prenom,nom,matricule\n1 "a",${good.split(',').reverse().join(',')}`,
    ],
  ])('%s is read', async (_, text) => {
    expect(await parseStudents(text)).toEqual({
      students: [{ line: expect.any(Number), student: expect.objectContaining({ nom: 'Keïta', numPlace: '7001' }) }],
      problems: [],
    })
  })

  test.each([
    ['without its header', 'a,b\n1,2', 'line 1: the first line must name the columns'],
    ['without anything', '', 'line 1: the first line must name'],
    ['with a column twice', `${header},nom\n${good},Touré`, 'line 1: the column nom stands twice'],
    ['without students', header, 'the file has no student'],
    [
      'in another encoding',
      `${header}\nBKO2026N001,Ke\ufffdta,A\ufffdcha,2026,7001,TSE,BKORD\nBKO2026N002,Kon\ufffd,Awa,2026,7002,TSE,BKORD`,
      'not UTF-8 text',
    ],
    ['of two bytes a letter', [...`${header}\n${good}`].join('\0'), 'not UTF-8 text'],
  ])('%s is refused as a whole', async (_, text, why) => {
    expect(await stopOf(text)).toContain(why)
  })

  test('goes on after a quotation mark that nobody has closed', async () => {
    const { students, problems } = await among(
      'BKO2026N002,"Keïta,Awa,2026,7002,TSE,BKORD',
      'BKO2026N003,Touré,Awa,2026,7003,TSE,BKORD',
      'BKO2026N004,Touré",Awa,2026,7004,TSE,BKORD',
    )
    expect(students.map(({ matricule }) => matricule)).toEqual(['BKO2026N003'])
    expect(problems.map(({ line }) => line)).toEqual([3, 5])
  })
})

describe.each(await eachDatabase())('a list with odd lines, with %s', async (_, database) => {
  const { server, visitor } = await oneServer(database)
  const importing = (...students: SampleStudent[]) => server.operate({ name: 'import', text: listOf(students) })
  const find = async (student: SampleStudent) =>
    ((await visitor.search(student)).json.resultat as Partial<SampleStudent> | undefined)?.matricule

  test('is imported without them; they are listed and counted', async () => {
    const odd = { ...at(1), nom: 'K2' }
    expect(await importing(at(0), odd, at(2))).toMatchObject({
      done: false,
      lines: [
        expect.stringMatching(/^line 3: nom must be /),
        '1 line left out. Correct the list and import it again.',
        '2 students imported.',
      ],
    })
    const found = [await find(at(0)), await find(at(1)), await find(at(2))]
    expect(found).toEqual([at(0).matricule, undefined, at(2).matricule])
    const audit = await server.operate({ name: 'audit' })
    expect(audit?.lines.at(-1)).toMatch(/2 students, SHA-256 of the list [0-9a-f]{64}, 1 line left out$/)
  })

  test('imported again once it is corrected, takes the rest', async () => {
    expect(await importing(at(0), at(1), at(2))).toMatchObject({ done: true, lines: ['3 students imported.'] })
    expect(await find(at(1))).toBe(at(1).matricule)
  })

  test('takes no place from who is not in it, nor one that a line leaves which is left out', async () => {
    const taker = { ...at(3), numPlace: at(0).numPlace }
    const next = { ...at(1), numPlace: at(2).numPlace }
    const after = { ...at(4), numPlace: at(1).numPlace }
    expect(await importing(taker, next, after, at(5))).toMatchObject({
      done: false,
      lines: [
        `line 2: this place already belongs to matricule ${at(0).matricule}`,
        `line 3: this place already belongs to matricule ${at(2).matricule}`,
        `line 4: this place already belongs to matricule ${at(1).matricule}`,
        '3 lines left out. Correct the list and import it again.',
        '1 students imported.',
      ],
    })
    for (const index of [0, 1, 2, 5]) expect(await find(at(index)), `${index}`).toBe(at(index).matricule)
  })

  test('of odd lines alone changes nothing', async () => {
    expect(await importing({ ...at(6), nom: 'K' }, { ...at(7), numPlace: at(0).numPlace })).toMatchObject({
      done: false,
      lines: [
        expect.stringMatching(/^line 2: nom/),
        expect.stringMatching(/^line 3: this place/),
        'Nothing was imported. Correct the list and import it again.',
      ],
    })
  })
})

describe('a list that is right', async () => {
  const { server, visitor } = await oneServer()
  const importing = async (...students: SampleStudent[]) =>
    (await server.operate({ name: 'import', text: listOf(students) }))?.lines

  test('shows a new year at once', async () => {
    await importing({ ...at(0), matricule: 'NOUVEAU0001', anneeBac: '2027' })
    expect((await visitor.call('new/bac', {})).json).toMatchObject({ newBac: '2027' })
  })

  test('may let two students change places', async () => {
    const [first, second] = [at(1), at(2)]
    await importing(first, second)
    const swapped = [
      { ...first, numPlace: second.numPlace },
      { ...second, numPlace: first.numPlace },
    ]
    expect(await importing(...swapped)).toEqual(['2 students imported.'])
    expect((await visitor.search(first)).json.resultat).toMatchObject({ matricule: second.matricule })
    expect(await importing(first, second)).toEqual(['2 students imported.'])
  })
})

describe('the command', async () => {
  const { server, visitor } = await oneServer()
  const { folder } = await oneFolder()
  const importing = async (bytes: string | Uint8Array) => {
    const path = join(folder, 'list.csv')
    await writeFile(path, bytes)
    return runToEnd('cli.ts', ['import', path], { DATA_DIR: server.dataDir })
  }

  test('ends with 1 where a line was left out, in another encoding than the others too', async () => {
    const [before, after] = [`${header}\n${good}\n`, `\n${last}\n`].map(text => Buffer.from(text))
    const odd = Buffer.from('BKO2026N002,Koné,Awa,2026,7002,TSE,BKORD', 'latin1')
    const { code, err } = await importing(Buffer.concat([before ?? odd, odd, after ?? odd]))
    expect([code, err]).toEqual([
      1,
      [
        'line 3: nom is not UTF-8 text: save the list as "CSV UTF-8"',
        '1 line left out. Correct the list and import it again.',
        '2 students imported.\n',
      ].join('\n'),
    ])
  }, 60_000)

  test.each(['latin1', 'utf16le'] as const)(
    'imports nothing of a file in %s',
    async encoding => {
      const lines = [header, good, last].map((line, index) => line.replace('N00', `N${index}0`))
      const { code, err } = await importing(Buffer.from(lines.join('\n'), encoding))
      expect([code, err]).toEqual([1, expect.stringContaining('not UTF-8 text. Save it as "CSV UTF-8"')])
      expect((await server.operate({ name: 'files', matricule: 'BKO2026N101' }))?.lines.join()).toContain('has no file')
      expect((await visitor.search({ ...at(0), numPlace: '7101' })).status).toBe(0)
    },
    60_000,
  )
})
