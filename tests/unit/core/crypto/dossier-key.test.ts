import { describe, expect, test, vi } from 'vitest'
import { decryptText, encryptText } from '../../../../src/core/crypto/cipher.ts'
import {
  bindKeyBox,
  createKeyBox,
  type KeyBox,
  openInner,
  unbindKeyBox,
} from '../../../../src/core/crypto/dossier-key.ts'

// A code is stretched in earnest here, as often as OWASP asks for.
vi.setConfig({ testTimeout: 30_000 })

async function opened(id: string, code: string, box: KeyBox, guessKey: CryptoKey) {
  const inner = await unbindKeyBox(id, box, guessKey)
  return inner && openInner(id, code, box, inner)
}

describe('a dossier’s key', () => {
  test('is opened by the student’s code, on the same device', async () => {
    const { box, key, guessKey } = await createKeyBox('a', '480215')
    const again = await opened('a', '480215', box, guessKey)
    expect(again).toBeDefined()
    if (again) expect(await decryptText(again, 'x', await encryptText(key, 'x', 'Traoré'))).toBe('Traoré')
  })

  test('is not opened by another code, and not at all on another device or for another dossier', async () => {
    const { box, guessKey } = await createKeyBox('a', '480215')
    const { guessKey: another } = await createKeyBox('a', '480215')
    expect(await opened('a', '480216', box, guessKey)).toBeUndefined()
    expect(await unbindKeyBox('a', box, another)).toBeUndefined()
    expect(await unbindKeyBox('b', box, guessKey)).toBeUndefined()
  })

  test('is not opened with another count, another end of the pause, other rounds or another salt', async () => {
    const made = await createKeyBox('a', '480215')
    const inner = await unbindKeyBox('a', made.box, made.guessKey)
    if (!inner) throw new Error('The box does not open.')
    const { box, guessKey } = await bindKeyBox('a', made.box, inner, { count: 4, until: 90_000 })
    expect(await unbindKeyBox('a', box, guessKey)).toBeDefined()
    for (const other of [
      { ...box, guesses: { count: 0, until: 90_000 } },
      { ...box, guesses: { count: 4, until: 0 } },
      { ...box, iterations: box.iterations + 1 },
      { ...box, salt: new ArrayBuffer(16) },
    ])
      expect(await unbindKeyBox('a', other, guessKey), JSON.stringify(other)).toBeUndefined()
    // A copy of the box before, too.
    expect(await unbindKeyBox('a', made.box, guessKey)).toBeUndefined()
  })

  test('is not called altered where the device could not look', async () => {
    const { box, guessKey } = await createKeyBox('a', '480215')
    const fault = new DOMException('The disk is gone.', 'NotReadableError')
    vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValueOnce(fault)
    await expect(unbindKeyBox('a', box, guessKey)).rejects.toBe(fault)
    vi.restoreAllMocks()
    expect(await unbindKeyBox('a', box, guessKey)).toBeDefined()
  })

  test('is stretched as often as OWASP asks for, with a salt of its own', async () => {
    const derive = vi.spyOn(crypto.subtle, 'deriveKey')
    const first = await createKeyBox('a', '480215')
    const second = await createKeyBox('a', '480215')
    expect(derive.mock.calls[0]?.[0]).toMatchObject({ name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000 })
    expect(first.box.iterations).toBe(600_000)
    expect(first.box.salt.byteLength).toBe(16)
    expect(Buffer.from(first.box.salt).equals(Buffer.from(second.box.salt))).toBe(false)
    vi.restoreAllMocks()
  })

  test('can’t be taken out of the page, and what lies on the disk is no key', async () => {
    const { box, key, guessKey } = await createKeyBox('a', '480215')
    expect([key.extractable, guessKey.extractable]).toEqual([false, false])
    expect(Object.keys(box).sort()).toEqual(['guesses', 'iterations', 'salt', 'wrappedKey'])
  })

  test('is opened by its words, however a keyboard or a piece of paper has put them', async () => {
    const { box, guessKey } = await createKeyBox('a', 'mangue sirop étoile')
    for (const typed of ['Mangue Sirop Etoile', 'MANGUE-SIROP-ÉTOILE', ' mangue  sirop étoile '.normalize('NFD')])
      expect(await opened('a', typed, box, guessKey), typed).toBeDefined()
    expect(await opened('a', 'mangue sirop toile', box, guessKey)).toBeUndefined()
  })
})
