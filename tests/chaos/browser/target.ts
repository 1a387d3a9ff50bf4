import * as v from 'valibot'
import { Dossier, dossierFile } from '../../../provider/src/operator/dossier.ts'
import { ask } from '../../../provider/tests/setup/operator.ts'
import { startStandIn } from '../../e2e/setup/stand-in.ts'
import type { Dice } from './dice.ts'
import { photographOf, type Stored } from './stored.ts'

/** Where the students enrol. */
export interface Target {
  /** Of the portal, on this machine. */
  port: number
  /** How many times as long a student waits as for a server that is always there. */
  patience: number
  /** The newest code sent to that phone number. */
  lastCode(phone: string): Promise<string>
  /** Nothing disturbs it from here on. */
  calm(): Promise<void>
  stored(matricule: string): Promise<Stored>
  stop(): Promise<void>
}

/** @param list the file of the students who are going to come */
export type StartTarget = (list: string, dice: Dice) => Promise<Target>

/** The project's own stand-in, one process with a database of its own. */
export async function startAlone(list: string): Promise<Target> {
  const standIn = await startStandIn()
  const imported = await standIn.provider('import', list)
  if (imported.code !== 0) {
    await standIn.dispose()
    throw new Error(imported.output)
  }
  return {
    port: Number(new URL(standIn.url).port),
    patience: 1,
    lastCode: phone => standIn.lastCode(phone),
    calm: async () => undefined,
    async stored(matricule) {
      const exported = await ask(standIn.dataDir, { name: 'export', matricule })
      const files = [...(exported?.files ?? [])]
      const [, facts] = files.find(([name]) => name === dossierFile) ?? []
      return {
        photographs: files.flatMap(([name, bytes]) => photographOf(name.replace(/\.\w+$/, ''), bytes)),
        answers: (facts && v.parse(Dossier, JSON.parse(facts.toString())).answers) ?? undefined,
      }
    },
    stop: () => standIn.dispose(),
  }
}
