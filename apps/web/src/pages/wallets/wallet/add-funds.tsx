import { Refused } from '../../../features/actions/refused.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, sandbox } from '../../../api/call.ts'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { SelectField } from '../../../ui/controls/select.tsx'
import { AmountField } from '../../../ui/controls/text-input.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { balancesQuery, transactionsKeyOf } from '../../../api/queries/wallets.ts'
import { type FundTarget, fundTargets, readAmount } from './fund-targets.ts'
import type { Wallet } from '../../../features/wallets/wallet-view.ts'

type Props = { entityId: string; wallets: readonly Wallet[]; onClose: () => void }

/** Asks the dev chain's faucet; the balance behind follows by itself. */
export function AddFunds({ entityId, wallets, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { data: jurisdictions } = useQuery(jurisdictionsQuery)
  const targets = fundTargets(wallets, jurisdictions?.data ?? [])
  const [chosen, setChosen] = useState<string | undefined>()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const target = targets.find(({ accountId }) => accountId === chosen) ?? targets[0]
  const pay = usePay(entityId, onClose)
  const submit = () => {
    const read = target ? readAmount(typed, target) : undefined
    if (!target || !read) return
    setProblem(read.problem)
    if (read.problem === undefined) pay.mutate({ target, amount: read.amount })
    else input.current?.focus()
  }
  return (
    <FormDialog
      title="Add test funds"
      description="Test tokens of the sandbox’s own chain. They cost nothing and are worth nothing."
      initialFocus={input}
      button="Add"
      isBusy={pay.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        ref={input}
        label="Amount"
        unit={target?.currency ?? ''}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <SelectField
        label="Token"
        options={targets.map(({ accountId, label }) => ({ value: accountId, label }))}
        value={target?.accountId ?? ''}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Refused title="Nothing was added" error={pay.error} />
    </FormDialog>
  )
}

function usePay(entityId: string, onClose: () => void) {
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  return useMutation({
    mutationFn: ({ target, amount }: { target: FundTarget; amount: number }) => {
      const { address, jurisdictionId } = target
      const body = { address, jurisdictionId, amount }
      return call(sandbox.faucet, { body }, { idempotencyKey: keyOf(body) })
    },
    onSuccess: async ({ data }) => {
      onClose()
      toast({ tone: 'done', title: `${amountText(data.amount, data.currency)} added` })
      await queries.invalidateQueries(balancesQuery(entityId))
      await queries.invalidateQueries({ queryKey: transactionsKeyOf(entityId) })
    },
  })
}
