import { useQuery } from '@tanstack/react-query'
import { approvalsOfQuery } from '../../api/queries/approvals.ts'
import { ApprovalCard } from './approval-card.tsx'

/** What waits for approval about one record; nothing where nothing does. */
export function WaitingApprovals({ subjectId }: { subjectId: string }) {
  const { data } = useQuery(approvalsOfQuery(subjectId))
  return data?.data.map((approval) => (
    <ApprovalCard key={approval.approvalId} approval={approval} isLinked />
  ))
}
