import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Refused } from '../../../features/actions/refused.tsx'
import { useAssetOf } from '../../../features/liquidity/asset.ts'
import { sandbox } from '../../../api/call.ts'
import { type Partner, partnersKey } from '../../../api/queries/partners.ts'
import { AmountField } from '../../../ui/controls/text-input.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

type Props = { partner: Partner; onClose: () => void }

/** Asks the sandbox's own chain for tokens; they cost nothing and are worth nothing. */
export function TestFundsDialog({ partner, onClose }: Props) {
  const { cryptoTokenId, partnerOperationalWallet } = partner
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const asset = useAssetOf(cryptoTokenId)
  const pay = useAction(sandbox.faucet, {
    repeats: true,
    onDone: async ({ data }) => {
      onClose()
      toast({ tone: 'done', title: `${amountText(data.amount, data.currency)} added` })
      await queries.invalidateQueries({ queryKey: partnersKey })
    },
  })
  const submit = () => {
    if (!asset) return
    const read = parseAmount(typed, asset)
    if (!read.ok) {
      setProblem(read.message)
      input.current?.focus()
      return
    }
    pay.send({
      body: {
        address: partnerOperationalWallet,
        jurisdictionId: cryptoTokenId,
        amount: Number(read.text),
      },
    })
  }
  return (
    <FormDialog
      title="Add test funds"
      description="Test tokens of the sandbox’s own chain. They cost nothing and are worth nothing."
      initialFocus={input}
      button="Add"
      isBusy={pay.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        ref={input}
        label="Amount"
        unit={asset?.currency ?? ''}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <Refused title="Nothing was added" error={pay.error} />
    </FormDialog>
  )
}
