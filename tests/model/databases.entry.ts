export { IDBFactory } from 'fake-indexeddb'
