import { Head } from '../ui/head.tsx'
import * as waitingText from './text.ts'

export function WaitingScreen() {
  return <Head title={waitingText.title} />
}
