import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { sandbox } from '../../../../api/call.ts'
import { refusalText, useAction } from '../../../../features/actions/confirmed-call.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { decimalText } from '../../../../ui/format/numbers.ts'
import { AmountField, TextField } from '../../../../ui/controls/text-input.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { parseAmount } from '../../../../ui/format/parse-amount.ts'
import { useSourceAsset } from './use-asset.ts'
import { type Transfer, transfersKey } from '../../../../api/queries/transfers.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** Lets the money arrive that the transfer waits for; the page behind follows by itself. */
export function SimulateDeposit({ transfer, onClose }: Props) {
  const form = useId()
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog
      open
      onOpenChange={onClose}
      title="Simulate deposit"
      description="Sandbox only: no money moves anywhere else. Within 0.5 % of the quoted amount the transfer goes on at the quoted rate; anything else goes into review."
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={deposit.isBusy}>
            Have it arrive
          </Button>
        </>
      }
    >
      <form id={form} className="grid" noValidate onSubmit={submit}>
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
        <Refused error={deposit.error} />
      </form>
    </Dialog>
  )
}

function Refused({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Notice tone="fail" alert title="Nothing arrived">
      {refusalText(error)}
    </Notice>
  )
}
