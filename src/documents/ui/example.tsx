import type { DocumentType } from '../../spec/documents.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IdentityKind } from '../identity.rule.ts'
import { Drawing } from './drawing.tsx'
import * as rowText from './row-text.ts'

interface ExampleProps {
  document: DocumentType
  /** The document that was chosen in the first step. */
  identity: IdentityKind | undefined
}

/** What the photo must show, and whose name: before the button, since afterwards it is too late. */
export function Example({ document, identity }: ExampleProps) {
  const needs = (document === 'carteid' && identity && rowText.identityNeeds[identity]) || rowText.needs[document]
  const drawn = document === 'carteid' && identity === 'sheet' ? 'actenaiss' : document
  return (
    <div className="show">
      <Drawing document={drawn} framed={document !== 'photobuste'} />
      <ul>
        {needs.map(need => (
          <li key={need}>
            <Icon name="check" />
            {need}
          </li>
        ))}
      </ul>
      <p className="hint">{nameOn(document, identity)}</p>
    </div>
  )
}

/** The sheet for people under 18 bears the student's own name, so the SIM card must be the student's as well. */
function nameOn(document: DocumentType, identity: IdentityKind | undefined): string {
  if (document === 'carteid' && identity === 'sheet') return rowText.sheetName
  return (identity === 'parent' && rowText.parentNames[document]) || rowText.names[document]
}
