import { Head } from '../ui/head.tsx'
import * as transferText from './text.ts'

export function TransferScreen() {
  return <Head title={transferText.title} />
}
