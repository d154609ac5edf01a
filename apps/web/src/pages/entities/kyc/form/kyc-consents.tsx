import { codeLabel } from '../../../../messages/service.ts'
import { Card } from '../../../../ui/display/blocks.tsx'
import { Checkbox, RadioGroup, TextField } from '../../../../ui/controls/inputs.tsx'
import { FieldError } from '../../../../ui/controls/field.tsx'
import { Time } from '../../../../ui/display/values.tsx'
import { type FeeSource, feeSources, type KycDraft } from './kyc-draft.ts'
import type { Rest } from '../documents/submission.ts'
import { t } from '../../../../messages/text.ts'

type Props = {
  draft: KycDraft
  problems: ReadonlyMap<Rest, string>
  onChange: (change: Partial<KycDraft>) => void
}

type ConsentProps = Props & { consents: readonly string[]; now: () => number }

/** What the customer has agreed to, when, and from where. */
export function ConsentsCard({ consents, draft, problems, onChange, now }: ConsentProps) {
  const problem = problems.get('consents')
  const toggle = (type: string, on: boolean) => {
    const kept = { ...draft.consents }
    if (on) kept[type] = new Date(now()).toISOString()
    else delete kept[type]
    onChange({ consents: kept })
  }
  return (
    <Card title={t('Consents')}>
      <div className="grid">
        <fieldset aria-describedby={problem ? 'consents-problem' : undefined}>
          <legend className="field-label mb-1">{t('The customer has accepted')}</legend>
          <div className="stack">
            {consents.map((type) => (
              <div key={type} className="row flex-wrap">
                <Checkbox
                  label={codeLabel(type)}
                  checked={draft.consents[type] !== undefined}
                  aria-invalid={problem && draft.consents[type] === undefined ? true : undefined}
                  onChange={(event) => toggle(type, event.target.checked)}
                />
                {draft.consents[type] ? (
                  <span className="muted">
                    <Time at={draft.consents[type]} withZone />
                  </span>
                ) : null}
              </div>
            ))}
          </div>
          {problem ? <FieldError id="consents-problem">{problem}</FieldError> : null}
        </fieldset>
        <TextField
          label={t('IP address of the customer')}
          autoComplete="off"
          hint={t(
            'Your website or app logs it when the customer accepts. If they accepted in your office, enter the office’s address.',
          )}
          fieldClass="max-w-[320px]"
          maxLength={45}
          value={draft.ip}
          onChange={(event) => onChange({ ip: event.target.value.trim() })}
          error={problems.get('ip')}
        />
      </div>
    </Card>
  )
}

const feeTexts: Record<FeeSource, string> = {
  PAYMENTS_ACCOUNT: t('What most workspaces use. Nothing waits if the balance is too low.'),
  PREPAID: t('Deprecated. Use the payments account instead.'),
  TRANSACTION: t('With a separate payment on a chain'),
}

/** What the verification's fee is paid from. */
export function FeeCard({ draft, problems, onChange }: Props) {
  return (
    <Card title={t('Fee')}>
      <div className="grid">
        <RadioGroup
          label={t('Fee paid from')}
          options={feeSources.map((value) => ({
            value,
            label: codeLabel(value),
            text: feeTexts[value],
          }))}
          value={draft.feeSource}
          onChange={(value) => onChange({ feeSource: value as FeeSource })}
          error={problems.get('feeSource')}
        />
        {draft.feeSource === 'TRANSACTION' ? (
          <TextField
            label={t('Transaction hash')}
            mono
            autoComplete="off"
            spellCheck={false}
            hint={t('Of the payment that covers the fee. Each hash can be used once.')}
            value={draft.transactionHash}
            onChange={(event) => onChange({ transactionHash: event.target.value })}
            error={problems.get('transactionHash')}
          />
        ) : null}
      </div>
    </Card>
  )
}
