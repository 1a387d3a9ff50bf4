import * as uiText from './text.ts'
import { useFaultShown } from './use-fault.ts'

/** The page's title, which says first that something is wrong: it is what a screen reader begins with. */
export function Title({ children }: { children: string }) {
  return <title>{useFaultShown() ? uiText.faulty(children) : children}</title>
}
