import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { teamQuery } from '../../../api/queries/team.ts'
import { codeLabel } from '../../../messages/service.ts'
import { quotedOperation } from './operations.ts'

export type Choice = { value: string; label: string }

/** Roles that may approve; a role of one's own would be added here. */
const approvingRoles = ['owner', 'treasury']
const roles = ['owner', 'admin', 'treasury', 'operations', 'compliance', 'developer', 'viewer']
const ofRole = (role: string): Choice => ({ value: `role:${role}`, label: codeLabel(role) })

/** The people and roles that rules may name, and what they are called. */
export function usePolicyPeople() {
  const team = useQuery(teamQuery).data
  return useMemo(() => {
    const members = team?.members ?? []
    const ofMember = ({ memberId, name }: (typeof members)[number]) => ({
      value: `member:${memberId}`,
      label: name,
    })
    const approvers = [
      ...approvingRoles.map(ofRole),
      ...members.filter(({ role }) => approvingRoles.includes(role)).map(ofMember),
    ]
    const initiators = [...roles.map(ofRole), ...members.map(ofMember)]
    const known = new Map(initiators.map(({ value, label }) => [value, label]))
    /** For the engine's sentences. */
    const names = (term: string) => known.get(term) ?? quotedOperation(term)
    return { approvers, initiators, names }
  }, [team])
}
