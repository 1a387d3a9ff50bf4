import { type Item, needsCode } from '../item.ts'

export interface Asked {
  /** The provider's words, which may be none. */
  msg: string
  /** By the last of several questions: one code answers them all. */
  askedAt: number
  /** Sent once more it brings another code, and of photos that are paid for by the byte the smallest does. */
  smallest: Item
}

/** What a provider asks of a dossier; undefined where it asks for nothing. */
export function askedOf(items: readonly Item[]): Asked | undefined {
  const waiting = items.filter(needsCode)
  const [smallest] = [...waiting].sort((a, b) => a.bytes - b.bytes)
  const [newest] = [...waiting].sort((a, b) => timeOf(b) - timeOf(a))
  return smallest && newest && { msg: newest.reply?.msg ?? '', askedAt: timeOf(newest), smallest }
}

const timeOf = ({ code }: Item): number => code?.askedAt ?? 0
