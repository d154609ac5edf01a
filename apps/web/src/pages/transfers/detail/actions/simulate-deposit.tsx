import { Refused } from '../../../../features/actions/refused.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sandbox } from '../../../../api/call.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { decimalText } from '../../../../ui/format/numbers.ts'
import { AmountField, TextField } from '../../../../ui/controls/text-input.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { parseAmount } from '../../../../ui/format/parse-amount.ts'
import { useSourceAsset } from './use-asset.ts'
import { type Transfer, transfersKey } from '../../../../api/queries/transfers.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** Lets the money arrive that the transfer waits for; the page behind follows by itself. */
export function SimulateDeposit({ transfer, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const asset = useSourceAsset(transfer)
  const [typed, setTyped] = useState(decimalText(transfer.from.amount))
  const [senderName, setSenderName] = useState(transfer.from.fullName)
  const [problem, setProblem] = useState<string | undefined>()
  const deposit = useAction(sandbox.depositForTransfer, {
    onDone: async ({ message }) => {
      onClose()
      toast({ tone: 'done', title: message ?? 'The deposit arrived' })
      await queries.invalidateQueries({ queryKey: transfersKey })
    },
  })
  const submit = () => {
    const read = parseAmount(typed, asset)
    setProblem(read.ok ? undefined : read.message)
    if (!read.ok) {
      input.current?.focus()
      return
    }
    const { executionId, from } = transfer
    const sender = senderName.trim()
    deposit.send({
      params: { executionId },
      body: {
        amount: Number(read.text),
        currency: from.currency,
        ...(sender ? { senderName: sender } : {}),
      },
    })
  }
  return (
    <FormDialog
      title="Simulate deposit"
      description="Sandbox only: no real money moves. Within 0.5 % of the quoted amount the transfer continues at the quoted rate; anything else goes to review."
      initialFocus={input}
      button="Simulate deposit"
      isBusy={deposit.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        ref={input}
        label="Amount"
        unit={asset.currency}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <TextField
        label="Sender’s name"
        optional
        value={senderName}
        onChange={(event) => setSenderName(event.target.value)}
      />
      <Refused title="Nothing arrived" error={deposit.error} />
    </FormDialog>
  )
}
