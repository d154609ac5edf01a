import { useQuery } from '@tanstack/react-query'
import { q, approvals } from '../../api/call.ts'
import { ApprovalCard } from './approval-card.tsx'

/** What waits for approval about one record; nothing where nothing does. */
export function WaitingApprovals({ subjectId }: { subjectId: string }) {
  const { data } = useQuery(q(approvals.list, { subjectId, status: 'REQUESTED' }))
  return data?.data.map((approval) => (
    <ApprovalCard key={approval.approvalId} approval={approval} isLinked />
  ))
}
