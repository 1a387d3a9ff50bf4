import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../core/api/queries.ts'
import { type IdentityKind, identityKind } from '../identity.rule.ts'

/** Told by the code that was chosen, where it speaks for itself, and else by its label. */
export function useIdentityKind(code: string): IdentityKind | undefined {
  const kind = identityKind(code)
  const { data } = useQuery({ ...listQuery('identityDocuments'), enabled: code !== '' && !kind })
  return kind ?? identityKind(data?.find(choice => choice.code === code)?.libelle ?? '')
}
