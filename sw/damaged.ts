import { language, retry } from '../src/spec/text.ts'
import * as text from './text.ts'

/**
 * The one page that needs only this script. Its texts are part of it, since no file on the device
 * can be trusted then.
 */
export const damagedPage = (isRepairing: boolean): Response =>
  new Response(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><meta name="color-scheme" content="light dark"><title>${text.damaged}</title><body style="font:1.1rem sans-serif;margin:2rem"><h1>${text.damaged}</h1><p>${isRepairing ? text.repairing : text.connect}</p><p><a href="">${retry}</a></p>`,
    {
      status: 503,
      headers: {
        'Content-Type': 'text/html;charset=utf-8',
        'Content-Security-Policy':
          "default-src 'none';img-src data:;style-src 'unsafe-inline';frame-ancestors 'none'",
      },
    },
  )
