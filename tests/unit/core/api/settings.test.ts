import { describe, expect, test } from 'vitest'
import { readSettings, type Settings } from '../../../../src/core/api/settings.ts'
import { variants } from '../../../../src/spec/documents.ts'

const paths = {
  current: '/2021/v1/',
  previous: '/1920/v3/',
  older: '/anciens/v4/',
  statusPreviousMatricule: '/1920/v3/',
  statusPreviousPhone: '/1920/v3/',
  statusOlderMatricule: '/anciens/v4/',
  statusOlderPhone: '/anciens/v4/',
  receipt: '/recepisses/v1/',
}
const defaults: Settings = {
  bases: paths,
  wizard: 'complete',
  sites: { years20192020: '', older: '' },
  receiptHosts: [],
}
const withBases = (bases: Partial<Settings['bases']>): Settings => ({ ...defaults, bases: { ...paths, ...bases } })

describe('without configuration', () => {
  test('everything answers on the portal’s own host', () => expect(readSettings({})).toEqual(defaults))
  test('an empty or blank variable is the same as none', () => {
    expect(readSettings({ VITE_API_CURRENT: '', VITE_WIZARD: '  ', VITE_RECEIPT_HOSTS: ' , ' })).toEqual(defaults)
  })
})

const alone = [
  ['VITE_API_STATUS_PREVIOUS_MATRICULE', 'statusPreviousMatricule'],
  ['VITE_API_STATUS_PREVIOUS_PHONE', 'statusPreviousPhone'],
  ['VITE_API_STATUS_OLDER_MATRICULE', 'statusOlderMatricule'],
  ['VITE_API_STATUS_OLDER_PHONE', 'statusOlderPhone'],
  ['VITE_API_RECEIPT', 'receipt'],
] as const
const host = 'https://etudiant.example.ml/api/'

describe('a configured portal', () => {
  test.each<[string, Record<string, string>, Settings]>([
    ['moves the current year', { VITE_API_CURRENT: host }, withBases({ current: host })],
    ['gives a base its last slash', { VITE_API_CURRENT: '/api' }, withBases({ current: '/api/' })],
    ['forgives blanks around a base', { VITE_API_CURRENT: ' /api/ ' }, withBases({ current: '/api/' })],
    [
      'moves both status calls with the previous year',
      { VITE_API_PREVIOUS: host },
      withBases({ previous: host, statusPreviousMatricule: host, statusPreviousPhone: host }),
    ],
    [
      'moves both status calls with the older years',
      { VITE_API_OLDER: host },
      withBases({ older: host, statusOlderMatricule: host, statusOlderPhone: host }),
    ],
    ...alone.map(([name, base]): [string, Record<string, string>, Settings] => [
      `moves ${base} alone`,
      { [name]: host },
      withBases({ [base]: host }),
    ]),
    [
      'may try a provider on this machine without https',
      { VITE_API_CURRENT: 'http://localhost:8080/2021/v1' },
      withBases({ current: 'http://localhost:8080/2021/v1/' }),
    ],
    ['shows reading B', { VITE_WIZARD: 'reduced' }, { ...defaults, wizard: 'reduced' }],
    [
      'draws the buttons to the other sites',
      { VITE_SITE_2019_2020: 'https://bac2020.example.ml/?de=portail', VITE_SITE_OLDER: 'https://vieux.example.ml' },
      {
        ...defaults,
        sites: { years20192020: 'https://bac2020.example.ml/?de=portail', older: 'https://vieux.example.ml' },
      },
    ],
    [
      'names hosts of receipts as a browser does',
      { VITE_RECEIPT_HOSTS: 'Recu.example.ml, autre.example.ml:8443 tiers.example.ml:443' },
      { ...defaults, receiptHosts: ['recu.example.ml', 'autre.example.ml:8443', 'tiers.example.ml'] },
    ],
  ])('%s', (_, env, settings) => expect(readSettings(env)).toEqual(settings))
})

const baseVariables = ['VITE_API_CURRENT', 'VITE_API_PREVIOUS', 'VITE_API_OLDER', ...alone.map(([name]) => name)]
const badBases = [
  'api',
  '2021/v1/',
  '//evil.example/',
  '/\\evil.example/',
  'http://example.ml/',
  'ftp://example.ml/',
  'javascript:alert(1)',
  'https://',
  'https:///api',
  'https://example.ml/?a=1',
  '/api/#a',
  'https://example.ml/ v1',
  'https://user:secret@example.ml/',
]

describe.each(baseVariables)('whoever builds the portal with a bad %s is told', name => {
  test.each(badBases)('%s', value => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new Error(`${name} is "${value}": write a path that begins with "/" or an https:// address.`),
    )
  })
})

describe('whoever builds the portal is told of', () => {
  test.each([
    ['VITE_WIZARD', 'Reduced', `VITE_WIZARD is "Reduced": write "${variants.join('" or "')}".`],
    ['VITE_SITE_OLDER', '/old', 'VITE_SITE_OLDER is "/old": write an https:// address, or leave it empty.'],
    [
      'VITE_SITE_2019_2020',
      'http://a.ml',
      'VITE_SITE_2019_2020 is "http://a.ml": write an https:// address, or leave it empty.',
    ],
    [
      'VITE_RECEIPT_HOSTS',
      'a.ml https://b.ml/',
      'VITE_RECEIPT_HOSTS names "https://b.ml/": write hosts such as "recu.example.ml", without https:// or a path.',
    ],
  ])('a bad %s', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(new Error(message))
  })
})
