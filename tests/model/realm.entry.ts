/** The portal's own code as one tab or one worker loads it; `bundle.ts` makes it a function of its surroundings. */

export { currentConnectivity, watchConnectivity } from '../../src/core/api/connectivity.ts'
export { learnLimits } from '../../src/core/api/transport.ts'
export { changeDossier } from '../../src/core/db/dossiers.ts'
export { forgetSourceFile, keptSourceFiles, sourceFileOf } from '../../src/core/db/source-files.ts'
export { keepPicked, prepareKept, preparePicked } from '../../src/documents/prepare.ts'
export { importPackage } from '../../src/features/transfer/import-package.ts'
export { exportContents, release } from '../../src/outbox/export.ts'
export { announce, listItems } from '../../src/outbox/items.ts'
export { confirmed, enqueue, record, withdraw } from '../../src/outbox/store.ts'
export { startSending } from '../../src/outbox/triggers.page.ts'
export { sendWaiting } from '../../sw/outbox.ts'
