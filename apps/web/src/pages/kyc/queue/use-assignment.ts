import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, kyc } from '../../../api/call.ts'
import { errorText } from '../../../api/errors.ts'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { kycKey } from '../../../api/queries/kyc.ts'

/** Taking a verification into one's care and giving it back. */
export function useAssignment(entityId: string) {
  const queries = useQueryClient()
  const me = useSession()?.member.name
  const missing = useMissingPermission('kyc:write')
  const { mutate, isPending } = useMutation({
    mutationFn: (assignedTo: string) =>
      call(kyc.assign, { params: { entityId }, body: { assignedTo } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: kycKey }),
    onError: (error) =>
      toast({ tone: 'fail', title: 'The assignment was not changed', text: errorText(error) }),
  })
  return { me, missing, assign: mutate, busy: isPending }
}
