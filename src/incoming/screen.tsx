import { Head } from '../ui/head.tsx'
import * as incomingText from './text.ts'

export function IncomingScreen() {
  return <Head title={incomingText.title} />
}
