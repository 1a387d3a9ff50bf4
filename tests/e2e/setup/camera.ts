import type { BrowserContext } from 'playwright-core'

/** Flags of a browser that has a camera, and whose student lets the portal use it. */
export const cameraAllowed = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** A phone's file input brings its own camera; that of a computer does not. */
export async function bringOwnCamera(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(HTMLInputElement.prototype, 'capture', { value: '', configurable: true })
  })
}
