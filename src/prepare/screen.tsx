import * as commonText from '../common/text.ts'
import { Head } from '../ui/head.tsx'

export function PrepareScreen() {
  return <Head title={commonText.prepare} />
}
