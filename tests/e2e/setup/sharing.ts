import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/**
 * What another app does with a photo: the browser itself posts it to the portal's address, as the manifest says. A form
 * of no page does the same to the byte: an origin of "null", no referrer, a navigation.
 */
interface Shared {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A file of the gallery, under its own name. */
export const fromGallery = (path: string, name = basename(path), mimeType = 'image/jpeg'): Shared => ({
  name,
  mimeType,
  buffer: readFileSync(path),
})

/** @param from the page whose form it is; without one, nobody's */
export async function shareWith(page: Page, origin: string, files: readonly Shared[], from = 'about:blank') {
  await page.goto(from)
  await page.evaluate(action => {
    const form = document.createElement('form')
    Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data', acceptCharset: 'utf-8' })
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', name: 'photos', multiple: true })
    form.append(input)
    document.documentElement.append(form)
  }, `${origin}/partage`)
  await page.locator('input[name=photos]').setInputFiles([...files])
  await Promise.all([
    page.waitForURL(/\/partage/),
    page.locator('form').evaluate((form: HTMLFormElement) => form.submit()),
  ])
}

export const whichDocument = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: 'Quel document est sur cette photo ?' })

/** The page's buttons say each document's name and what is known of it. */
export const choice = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${title}`) })
