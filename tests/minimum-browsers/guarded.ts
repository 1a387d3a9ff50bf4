/**
 * What the built files use although it came after the floor, and why a browser without it misses nothing that matters.
 * An entry that is not needed any more fails the check.
 */

export const guardedNames: Readonly<Record<string, string>> = {
  // Asked for first.
  'api.CompressionStream':
    'typeof, in src/core/api/transport.ts and src/documents/image/pipeline.ts: bodies then travel plain',
  'api.DecompressionStream': 'typeof, in src/documents/image/png.ts: a PNG is then taken for whole',
  'api.ReadableStream.pipeThrough': 'into one of these two, which came later or at once',
  'api.ReadableStream.pipeTo': 'with api.DecompressionStream',
  'api.WritableStream': 'with api.DecompressionStream',
  'api.HTMLVideoElement.requestVideoFrameCallback':
    'asked for in src/documents/ui/still.page.ts: Firefox counts frames there',
  'api.ImageDecoder': 'typeof, in src/documents/image/reduced.ts: the whole picture is decoded then',
  'javascript.builtins.Uint8Array.toBase64': 'asked for in src/documents/image/base64.ts: FileReader stands in',
  'api.StorageManager.estimate': 'called by ?.() in src/core/db/space.page.ts: a failed write says it later',
  'api.Navigator.setAppBadge': 'called by ?.() in src/outbox/attention.ts: no icon then counts anything',
  'api.Notification':
    'typeof, in src/features/install/invitation.tsx, and optional in sw/told.ts: the next opening tells it then',
  'api.Notification.permission_static': 'with api.Notification',
  'api.Notification.requestPermission_static': 'with api.Notification',
  'api.ServiceWorkerRegistration.showNotification': 'behind api.Notification: who has given leave has it',
  'api.ServiceWorkerRegistration.showNotification.options_badge_parameter':
    "the browser's own small picture stands there",
  'api.trustedTypes': 'optional in what build/worker-parts.ts and after-paint.ts write: the bare address does then',
  'api.Navigator.connection': 'optional in src/core/platform/page.page.ts: nobody is spared anything then',
  'api.Document.startViewTransition | api.Element.startViewTransition':
    'asked for by React; the portal has no view transitions',
  'api.Document.startViewTransition': 'the same',
  'api.Window.navigation': 'typeof, in React: a transition is then not shown by the browser, and the portal has none',
  'api.Navigation.currentEntry': 'with api.Window.navigation',
  'api.Navigation.navigate': 'with api.Window.navigation',
  'api.Navigation.transition': 'with api.Window.navigation',
  'api.Window.setImmediate': "typeof, in React's scheduler: MessageChannel does instead",
  'api.Navigator.canShare': 'called by ?.(): where it is missing no button to share is drawn',
  'api.Navigator.canShare.data_files_parameter': 'with api.Navigator.canShare, which says whether files may be shared',
  'api.Navigator.share': 'behind api.Navigator.canShare',
  'api.Navigator.share.data_files_parameter': 'the same',
  'api.Navigator.pdfViewerEnabled':
    'undefined in src/features/receipt/copies.tsx: a copy is then handed over as a file',
  // Tried, with something else behind it.
  'api.OffscreenCanvas':
    'src/documents/image/photo-worker.page.ts and on-page.page.ts ask for it: the page prepares the photo then',
  'api.createImageBitmap.options_imageOrientation_parameter.from-image':
    'a TypeError, after which src/documents/image/on-page.page.ts decodes by an element',
  'api.Worker.Worker.options_type_parameter': 'the photo worker has no import at its start: a classic script as well',
  // Left out by who does not know it.
  'api.HTMLElement.focus.options_preventScroll_parameter | api.SVGElement.focus.options_preventScroll_parameter':
    'the page then jumps to where the focus goes, which is its beginning',
}

export const guardedStyles: Readonly<Record<string, string>> = {
  'css.at-rules.media.scripting': 'without scripts what waits for them stays then, under the words that say so',
  'css.at-rules.media.forced-colors': 'where no colours can be forced, nothing is to be mended',
  'css.properties.forced-color-adjust': 'like the above',
  'css.properties.forced-color-adjust.none': 'like the above',
  'css.properties.align-content.start': 'rows of a page that is higher than what stands in it are then spread',
  'css.properties.text-wrap': 'the last line of a heading is then a short one',
  'css.properties.text-wrap.balance': 'like the above',
  'css.properties.-webkit-text-security': 'the digits of a code are then seen while they are typed',
  'css.properties.overscroll-behavior':
    'a drag that ends in a dialog may then bounce; the page below is held by overflow',
  'css.properties.overscroll-behavior.contain': 'like the above',
  'css.properties.resize': "Pico's, for text areas: the portal has none",
  'css.selectors.has': "Pico's, for a checkbox's label: it is then as wide as the page",
}
