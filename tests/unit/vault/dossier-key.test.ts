import { describe, expect, test, vi } from 'vitest'
import { sealText, unsealText } from '../../../src/vault/cipher.ts'
import { newKeyBox, openKeyBox } from '../../../src/vault/dossier-key.ts'

// A code is stretched in earnest here, as often as OWASP asks for.
vi.setConfig({ testTimeout: 30_000 })
const aes = { name: 'AES-GCM', length: 256 } as const
const newDevice = () => crypto.subtle.generateKey(aes, false, ['encrypt', 'decrypt'])
const device = await newDevice()

describe('a dossier’s key', () => {
  test('is opened by the student’s code, on the same device', async () => {
    const { box, key } = await newKeyBox('a', '480215', device)
    const opened = await openKeyBox('a', '480215', box, device)
    expect(opened).toBeDefined()
    if (opened) expect(await unsealText(opened, 'x', await sealText(key, 'x', 'Traoré'))).toBe('Traoré')
  })

  test('is not opened by another code, and not at all on another device or for another dossier', async () => {
    const { box } = await newKeyBox('a', '480215', device)
    expect(await openKeyBox('a', '480216', box, device)).toBeUndefined()
    await expect(openKeyBox('a', '480215', box, await newDevice())).rejects.toThrow()
    await expect(openKeyBox('b', '480215', box, device)).rejects.toThrow()
  })

  test('is stretched as often as OWASP asks for, with a salt of its own', async () => {
    const derive = vi.spyOn(crypto.subtle, 'deriveKey')
    const first = await newKeyBox('a', '480215', device)
    const second = await newKeyBox('a', '480215', device)
    expect(derive.mock.calls[0]?.[0]).toMatchObject({ name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000 })
    expect(first.box.iterations).toBe(600_000)
    expect(first.box.salt.byteLength).toBe(16)
    expect(Buffer.from(first.box.salt).equals(Buffer.from(second.box.salt))).toBe(false)
    vi.restoreAllMocks()
  })

  test('can’t be taken out of the page, and what lies on the disk is no key', async () => {
    const { box, key } = await newKeyBox('a', '480215', device)
    expect(key.extractable).toBe(false)
    expect(Object.keys(box).sort()).toEqual(['iterations', 'salt', 'wrappedKey'])
  })

  test('is opened by a code with accents, however the keyboard writes them', async () => {
    const { box } = await newKeyBox('a', 'ségou1é', device)
    expect(await openKeyBox('a', 'ségou1é'.normalize('NFD'), box, device)).toBeDefined()
  })
})
