import { describe, expect, test } from 'vitest'
import { decrypt, decryptText, encrypt, encryptText } from '../../../../src/core/crypto/cipher.ts'

const aes = { name: 'AES-GCM', length: 256 } as const
const newKey = () => crypto.subtle.generateKey(aes, false, ['encrypt', 'decrypt'])
const hex = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

describe('what is encrypted', () => {
  test('comes back as it was, under the same key and name', async () => {
    const key = await newKey()
    expect(await decryptText(key, 'dossier/a', await encryptText(key, 'dossier/a', 'Traoré'))).toBe('Traoré')
    const photo = crypto.getRandomValues(new Uint8Array(50_000))
    expect(await decrypt(key, 'photo', await encrypt(key, 'photo', photo))).toEqual(photo)
  })

  test('shows nothing of itself', async () => {
    const { ciphertext } = await encryptText(await newKey(), 'a', 'Aminata Traoré 76543210')
    expect(Buffer.from(ciphertext).toString('latin1')).not.toMatch(/Aminata|76543210/)
  })

  test('is another one each time, so that two equal records do not look equal', async () => {
    const key = await newKey()
    const ivs = await Promise.all(Array.from({ length: 500 }, async () => hex((await encryptText(key, 'a', 'x')).iv)))
    expect(new Set(ivs).size).toBe(500)
    expect(ivs[0]).toHaveLength(24)
  })

  test('can’t be opened by another key, under another name, or with one bit changed', async () => {
    const key = await newKey()
    const encrypted = await encryptText(key, 'dossier/a', 'x')
    await expect(decryptText(await newKey(), 'dossier/a', encrypted)).rejects.toThrow()
    await expect(decryptText(key, 'dossier/b', encrypted)).rejects.toThrow()
    const changed = encrypted.ciphertext.slice(0)
    const bytes = new Uint8Array(changed)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await expect(decryptText(key, 'dossier/a', { ...encrypted, ciphertext: changed })).rejects.toThrow()
  })
})
