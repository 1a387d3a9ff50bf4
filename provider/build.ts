import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * `npm run build -w provider [-- FOLDER]`: the server and the operator's command as plain
 * JavaScript, with the files that they read, all in one folder.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const [, , outDir = join(root, 'provider/dist')] = process.argv

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20.19',
    outDir,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        serve: join(root, 'provider/src/serve.ts'),
        provider: join(root, 'provider/src/cli.ts'),
        'decode-child': join(root, 'provider/src/images/decode-child.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
await cp(join(root, 'provider/src/database/migrations'), join(outDir, 'migrations'), {
  recursive: true,
})
await cp(join(root, 'provider/src/sample/students.csv'), join(outDir, 'students.csv'))
// Node then reads the files as modules wherever the operator puts the folder.
await writeFile(join(outDir, 'package.json'), '{ "type": "module" }\n')
