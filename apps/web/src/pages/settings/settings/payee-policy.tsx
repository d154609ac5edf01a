import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts, type AnswerOf, call, q } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Refused } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Form } from '../../../ui/controls/form.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Region } from '../../../ui/page/region.tsx'
import { t } from '../../../messages/text.ts'

type Policy = AnswerOf<typeof accounts.payeePolicy>['data']

/** What becomes of a payment whose payee's bank does not confirm the name. */
export function PayeePolicy() {
  const query = useQuery(q(accounts.payeePolicy, {}))
  return (
    <Card title={t('Names of payees')} className="max-w-160">
      <Region query={query} what={t('Settings')}>
        {({ data }) => <PolicyForm key={JSON.stringify(data)} policy={data} />}
      </Region>
    </Card>
  )
}

const questions = [
  ['CLOSE_MATCH', t('The bank has a similar name')],
  ['NO_MATCH', t('The bank has another name')],
  ['NOT_POSSIBLE', t('The bank could not be asked')],
] as const

const ways = [
  { value: 'HOLD', label: t('Hold until my team decides') },
  { value: 'PAY', label: t('Pay') },
]

function PolicyForm({ policy }: { policy: Policy }) {
  const [wanted, setWanted] = useState(policy)
  const missing = useMissingPermission('accounts:write')
  const save = useMutation({
    mutationFn: () => call(accounts.setPayeePolicy, { body: wanted }),
    onSuccess: async () => {
      toast({ tone: 'done', title: t('Settings saved') })
      await queries.invalidateQueries(q(accounts.payeePolicy, {}))
    },
  })
  const isSame = questions.every(([outcome]) => wanted[outcome] === policy[outcome])
  return (
    <Form className="grid" onSubmit={() => save.mutate()}>
      <p className="muted">
        {t(
          'Before each payment the bank of the payee is asked whether the account is in this name.',
        )}
      </p>
      {questions.map(([outcome, label]) => (
        <SelectField
          key={outcome}
          label={label}
          options={ways}
          value={wanted[outcome]}
          onChange={({ target }) =>
            setWanted({ ...wanted, [outcome]: target.value === 'PAY' ? 'PAY' : 'HOLD' })
          }
        />
      ))}
      <Refused title={t('The settings were not saved')} error={save.error} />
      <div className="row">
        <Button
          type="submit"
          busy={save.isPending}
          disabledReason={missing ?? (isSame ? t('Nothing was changed') : undefined)}
        >
          {t('Save')}
        </Button>
      </div>
    </Form>
  )
}
