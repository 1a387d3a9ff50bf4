import type { Source } from './row.ts'

/** Storage on the device. */
export const idbKeyval: Source = {
  file: 'idb-keyval/dist/index.js',
  version: '6.3.0',
  rows: [
    {
      why: 'the portal has a database of its own, and says each time which of its stores it means.',
      unless: /\bcreateStore\b|\{[^}]*\b(?:clear|entries)\b[^}]*\} from 'idb-keyval'/,
      never: ['createStore', 'defaultGetStore'],
    },
    {
      why: 'each minimum browser (package.json) reads a whole store at once.',
      unless: /\{[^}]*\bentries\b[^}]*\} from 'idb-keyval'/,
      never: ['eachCursor'],
      cuts: [
        {
          from: 'if (store.getAllKeys) {',
          to: '.then(() => items);',
          instead: 'return promisifyRequest(store.getAllKeys());',
        },
        {
          from: 'if (store.getAll) {\n            return promisifyRequest(store.getAll());\n        }\n        const items',
          to: '.then(() => items);',
          instead: 'return promisifyRequest(store.getAll());',
        },
      ],
    },
  ],
}
