import { afterEach, describe, expect, test, vi } from 'vitest'
import { share, shareable } from '../../../../src/features/transfer/file.page.ts'

/** What a page asks of its browser when a dossier leaves. */

afterEach(() => void vi.unstubAllGlobals())

const bytes = new Uint8Array([1, 2, 3])

describe('the file that is shared', () => {
  test('is one that every phone may share, with the very bytes', async () => {
    vi.stubGlobal('navigator', { canShare: ({ files = [] }: ShareData) => files.length > 0 })
    const file = shareable(bytes, 'dossier-2026-11-22.dossier')
    expect([file?.name, file?.type]).toEqual(['dossier-2026-11-22.dossier.txt', 'text/plain'])
    expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes)
  })

  test.each([
    ['shares nothing', {}],
    ['shares no files', { canShare: () => false }],
  ])('is none where a browser %s', (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    expect(shareable(bytes, 'a')).toBeUndefined()
  })

  test.each([
    ['was taken', undefined, true],
    ['was closed by the student', new DOMException('No.', 'AbortError'), true],
    ['was refused', new DOMException('No.', 'NotAllowedError'), false],
    ['fell over', new TypeError('No.'), false],
  ])('has failed only where that is nobody’s wish: the sheet %s', async (_, fault, fine) => {
    const sheet = vi.fn(() => (fault ? Promise.reject(fault) : Promise.resolve()))
    vi.stubGlobal('navigator', { share: sheet })
    const file = new File([bytes], 'a')
    expect(await share(file)).toBe(fine)
    expect(sheet).toHaveBeenCalledWith({ files: [file] })
  })
})
