import { useState } from 'react'
import { accountsKey, type FundingAccount } from '../../../api/queries/accounts.ts'
import { accounts } from '../../../api/call.ts'
import { errorText } from '../../../api/errors.ts'
import { queries } from '../../../api/query-client.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/action.tsx'
import {
  payerLines,
  type PayerRule,
  payerRules,
  payerRuleText,
  readPayerLines,
} from '../../../features/accounts/payer-labels.ts'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { RadioGroup } from '../../../ui/controls/inputs.tsx'
import { Card, fact, Notice } from '../../../ui/display/blocks.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { ReasonField } from '../../../ui/overlays/reason-field.tsx'
import { t } from '../../../messages/text.ts'

type Props = { account: FundingAccount }

/** Whose money the account takes. */
export function PayersCard({ account }: Props) {
  const missing = useMissingPermission('accounts:write')
  const { allowed, named } = account.payers
  return (
    <Card
      title={t('Who may pay')}
      end={
        <DialogButton
          disabledReason={missing}
          dialog={(close) => <PayersDialog account={account} onClose={close} />}
        >
          {t('Change')}
        </DialogButton>
      }
      facts={[
        fact(t('Allowed'), payerRuleText(allowed)),
        ...named.map(({ name, accountMasked, status }) =>
          fact(
            name,
            status === 'STOPPED'
              ? t('Stopped: a sanctions list names it')
              : accountMasked || t('from any account'),
          ),
        ),
      ]}
    />
  )
}

function PayersDialog({ account, onClose }: Props & { onClose: () => void }) {
  const { fundingAccountId, payers, version } = account
  const [allowed, setAllowed] = useState<PayerRule>(payers.allowed)
  const [lines, setLines] = useState(payerLines(payers))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const change = useAction(accounts.setFundingPayers, {
    version,
    done: t('Who may pay was changed'),
    onDone: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: accountsKey })
    },
  })
  const submit = () => {
    const read = allowed === 'NAMED' ? readPayerLines(lines) : { named: [], problem: '' }
    setProblem(read.problem)
    if (read.problem !== '') return
    const list = allowed === 'NAMED' ? { named: read.named } : {}
    change.send({ body: { fundingAccountId, allowed, ...list, reason: reason.trim() } })
  }
  return (
    <FormDialog
      wide
      title={t('Who may pay this account?')}
      description={t(
        'What others pay goes on in small sums; beyond them it is held, and you can send it back.',
      )}
      button={t('Change who may pay')}
      isBusy={change.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        label={t('Allowed')}
        options={payerRules}
        value={allowed}
        onChange={(value) =>
          setAllowed(payerRules.find((rule) => rule.value === value)?.value ?? allowed)
        }
      />
      {allowed === 'NAMED' ? (
        <Field
          label={t('Named payers')}
          hint={t('One in each line; behind a semicolon the account, where only that may pay.')}
          error={problem || undefined}
        >
          {(control) => (
            <textarea
              className="input"
              rows={4}
              value={lines}
              onChange={(event) => setLines(event.target.value)}
              {...control}
            />
          )}
        </Field>
      ) : null}
      <ReasonField value={reason} onChange={setReason} />
      {change.error ? (
        <Notice tone="fail" alert title={t('Nothing was changed')}>
          {errorText(change.error)}
        </Notice>
      ) : null}
    </FormDialog>
  )
}
