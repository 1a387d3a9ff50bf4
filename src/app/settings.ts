import { readSettings } from '../provider/settings.ts'

export const settings = readSettings(import.meta.env)
