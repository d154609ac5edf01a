import { Refused } from '../../../../features/actions/refused.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sandbox } from '../../../../api/call.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { SimulateDeposit } from './simulate-deposit.tsx'
import { type Transfer, transfersKey } from '../../../../api/queries/transfers.ts'

/** What only a sandbox has: the payer's payment and the service's own decision, at the press of a button. */
export function SandboxActions({ transfer }: { transfer: Transfer }) {
  return transfer.status === 'PENDING' ? (
    <DepositRow transfer={transfer} />
  ) : (
    <ReviewRow transfer={transfer} />
  )
}

const tag = <span className="tag">Sandbox</span>

function DepositRow({ transfer }: { transfer: Transfer }) {
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('sandbox')
  return (
    <li>
      <p>{tag} Simulate the payer’s deposit: in full, in part or too much.</p>
      <Button aria-haspopup="dialog" disabledReason={missing} onClick={() => setOpen(true)}>
        Simulate deposit
      </Button>
      {open ? <SimulateDeposit transfer={transfer} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}

function ReviewRow({ transfer: { executionId } }: { transfer: Transfer }) {
  const queries = useQueryClient()
  const missing = useMissingPermission('sandbox')
  const review = useAction(sandbox.reviewTransfer, {
    onDone: async ({ message }) => {
      toast({ tone: 'done', title: message ?? 'The review was decided' })
      await queries.invalidateQueries({ queryKey: transfersKey })
    },
  })
  const decide = (decision: 'APPROVED' | 'REJECTED') =>
    review.send({ params: { executionId }, body: { decision } })
  return (
    <li>
      <p>
        {tag} Decide the review as Corridor would. After a rejection the money is returned to the
        payer.
      </p>
      <span className="row flex-wrap">
        <Button busy={review.isBusy} disabledReason={missing} onClick={() => decide('APPROVED')}>
          Approve review
        </Button>
        <Button
          variant="danger"
          busy={review.isBusy}
          disabledReason={missing}
          onClick={() => decide('REJECTED')}
        >
          Reject review
        </Button>
      </span>
      <Refused title="The review was not decided" error={review.error} />
    </li>
  )
}
