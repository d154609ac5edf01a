import { codeLabel } from '../../../../messages/service.ts'
import { Card } from '../../../../ui/display/blocks.tsx'
import { SelectField, TextField } from '../../../../ui/controls/inputs.tsx'
import type { PartProps } from '../wizard/use-wizard.ts'
import { isDirect } from '../wizard/quote.ts'
import { t } from '../../../../messages/text.ts'

const purposes = [
  'FAMILY_SUPPORT',
  'SALARY',
  'GOODS',
  'SERVICES',
  'EDUCATION',
  'MEDICAL',
  'PROPERTY',
  'SAVINGS',
  'OTHER',
]
const sources = [
  'SALARY',
  'BUSINESS_INCOME',
  'SAVINGS',
  'INVESTMENT',
  'PROPERTY_SALE',
  'GIFT',
  'OTHER',
]

const optionsOf = (codes: readonly string[]) =>
  codes.map((value) => ({ value, label: codeLabel(value) }))

/** What banks ask about a payment. Nothing of it is asked between two wallets. */
export function DeclarationCard({ state, parties, quoting }: PartProps) {
  const { draft, change } = state
  const { from, to } = parties
  if (!from || !to || isDirect(from, to)) return null
  return (
    <Card title={t('About the payment')}>
      <div className="grid grid-2">
        <SelectField
          label={t('Purpose')}
          optional
          placeholder={t('Not stated')}
          options={optionsOf(purposes)}
          value={draft.purposeCode}
          onChange={(event) => change({ purposeCode: event.target.value })}
          error={quoting.fields.purposeCode}
        />
        <SelectField
          label={t('Source of funds')}
          optional
          placeholder={t('Not stated')}
          options={optionsOf(sources)}
          value={draft.sourceOfFunds}
          onChange={(event) => change({ sourceOfFunds: event.target.value })}
          error={quoting.fields.sourceOfFunds}
        />
        <TextField
          label={t('Message to the payee')}
          optional
          maxLength={140}
          value={draft.payeeReference}
          onChange={(event) => {
            quoting.clearField('payeeReference')
            change({ payeeReference: event.target.value })
          }}
          error={quoting.fields.payeeReference}
          hint={t('Sent with the payment.')}
        />
      </div>
    </Card>
  )
}
