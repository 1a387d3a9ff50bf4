import { describe, expect, test } from 'vitest'
import { trustedHosts, trustedLink } from '../../../../src/features/receipt/link.rule.ts'

const origin = 'https://portail.example.ml'
const hosts = ['recu.example.ml', 'recu.example.ml:8443']
const follow = (link: string) => trustedLink(link, { origin, hosts })

describe('a receipt link is followed', () => {
  test.each([
    ['on the portal itself', `${origin}/recepisses/a.pdf`, `${origin}/recepisses/a.pdf`],
    ['on the portal, as a path', '/recepisses/a.pdf?jeton=1#p2', `${origin}/recepisses/a.pdf?jeton=1#p2`],
    ['on a named host', 'https://recu.example.ml/a.pdf', 'https://recu.example.ml/a.pdf'],
    ['on a named host in capitals', 'HTTPS://RECU.example.ML/a.pdf', 'https://recu.example.ml/a.pdf'],
    ['on a named host with the usual port', 'https://recu.example.ml:443/a.pdf', 'https://recu.example.ml/a.pdf'],
    ['on a named port', 'https://recu.example.ml:8443/a.pdf', 'https://recu.example.ml:8443/a.pdf'],
    ['without a scheme, on a named host', '//recu.example.ml/a.pdf', 'https://recu.example.ml/a.pdf'],
    ['between blanks', ' https://recu.example.ml/a.pdf\n', 'https://recu.example.ml/a.pdf'],
  ])('%s', (_, link, address) => expect(follow(link)).toBe(address))
})

describe('a receipt link is not followed', () => {
  test.each([
    ['to a stranger', 'https://evil.example/a.pdf'],
    ['to a stranger without a scheme', '//evil.example/a.pdf'],
    ['to a stranger behind backslashes', '\\\\evil.example/a.pdf'],
    ['to a stranger behind a slash and a backslash', '/\\evil.example/a.pdf'],
    ['over plain http, even on a named host', 'http://recu.example.ml/a.pdf'],
    ['over plain http to the portal', 'http://portail.example.ml/a.pdf'],
    ['to another port of a named host', 'https://recu.example.ml:9443/a.pdf'],
    ['to another port of the portal', 'https://portail.example.ml:8443/a.pdf'],
    ['to a host below a named one', 'https://evil.recu.example.ml/a.pdf'],
    ['to a host that only begins like a named one', 'https://recu.example.ml.evil.example/a.pdf'],
    ['to a host with a dot at its end', 'https://recu.example.ml./a.pdf'],
    ['with a user’s name', 'https://recu.example.ml@evil.example/'],
    ['with a user’s name on a named host', 'https://moi@recu.example.ml/a.pdf'],
    ['with a password on the portal', 'https://:secret@portail.example.ml/a.pdf'],
    ['that is a script', 'javascript:alert(document.cookie)'],
    ['that is a script with a line break inside', 'java\nscript:alert(1)'],
    ['that carries its page with it', 'data:text/html,<script>alert(1)</script>'],
    ['that is a blob of the portal', `blob:${origin}/6d1c`],
    ['that is a file', 'file:///etc/passwd'],
    ['that calls somebody', 'tel:+22376123456'],
    ['that is empty', ''],
    ['that is blank', ' \n'],
    ['that is no address', 'https://'],
    ['with a host that cannot be', 'https://recu example.ml/'],
  ])('%s', (_, link) => expect(follow(link)).toBeUndefined())

  test('anywhere else than on the portal when no host is trusted', () => {
    expect(trustedLink('https://recu.example.ml/a.pdf', { origin, hosts: [] })).toBeUndefined()
    expect(trustedLink('/a.pdf', { origin, hosts: [] })).toBe(`${origin}/a.pdf`)
  })

  test('as a script even where the portal has no origin of its own', () => {
    expect(trustedLink('javascript:alert(1)', { origin: 'null', hosts: [] })).toBeUndefined()
    expect(trustedLink('data:text/html,x', { origin: 'null', hosts: [] })).toBeUndefined()
  })
})

describe('the trusted hosts', () => {
  test.each([
    ['are the named ones alone', ['a.ml'], 'https://recu.example.ml/v1/', ['a.ml']],
    ['without names are the receipt base’s', [], 'https://recu.example.ml:8443/v1/', ['recu.example.ml:8443']],
    ['without names and with a path are the portal’s own', [], '/recepisses/v1/', ['portail.example.ml']],
  ])('%s', (_, named, base, expected) => expect(trustedHosts(named, base, origin)).toEqual(expected))
})
