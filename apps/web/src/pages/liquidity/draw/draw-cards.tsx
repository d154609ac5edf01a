import type { LineAsset } from '../../../features/liquidity/asset.ts'
import { phaseAt } from '../../../features/liquidity/labels.ts'
import { serviceNow } from '../../../api/clock.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { SelectField, AmountField, TextField } from '../../../ui/controls/inputs.tsx'
import { shortAddress, useZone } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import type { FixedErrors } from '../../../ui/fields/use-fixed-form.ts'
import { countryOptions } from '../../../ui/format/countries.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { timeText } from '../../../ui/format/times.ts'
import { MomentField } from '../fields/moment-field.tsx'
import type { DrawValues } from './draw-form.ts'
import { t } from '../../../messages/text.ts'

type Form = {
  values: DrawValues
  errors: FixedErrors<DrawValues>
  set: (change: Partial<DrawValues>) => void
}

type AmountProps = {
  form: Form
  asset: LineAsset | undefined
  frames: readonly ReserveFrame[]
}

/** How much, to whom, and whether a reserve frame holds it. */
export function AmountCard({ form: { values, errors, set }, asset, frames }: AmountProps) {
  const zone = useZone()
  const chosen = frames.find(({ id }) => id === values.reserveFrameId)
  const isUpcoming = chosen !== undefined && phaseAt(chosen, serviceNow()) === 'UPCOMING'
  return (
    <Card title={t('Drawing')}>
      <div className="grid grid-2">
        <AmountField
          label={t('Amount')}
          unit={asset?.currency ?? ''}
          value={values.amount}
          error={errors.amount}
          onChange={(event) => set({ amount: event.target.value })}
        />
        <SelectField
          label={t('Reserve frame')}
          optional
          options={frames.map((frame) => ({ value: frame.id, label: frameText(frame) }))}
          placeholder={t('None: draw on the credit line')}
          value={values.reserveFrameId}
          error={errors.reserveFrameId}
          hint={
            isUpcoming
              ? t('It has not begun: the drawing is paid when it does, {time}.', {
                  time: timeText(chosen.startTimestamp, zone),
                })
              : undefined
          }
          onChange={(event) => set({ reserveFrameId: event.target.value })}
        />
        <TextField
          label={t('Recipient wallet')}
          mono
          autoComplete="off"
          spellCheck={false}
          value={values.recipientWallet}
          error={errors.recipientWallet}
          hint={
            asset
              ? t('An address on {network}. What goes to a wrong address cannot come back.', {
                  network: asset.jurisdiction.networkName ?? asset.jurisdiction.name,
                })
              : undefined
          }
          onChange={(event) => set({ recipientWallet: event.target.value })}
        />
        <TextField
          label={t('Reference')}
          hint={t('Your own id of it; the same one twice is the same drawing.')}
          value={values.transactionId}
          error={errors.transactionId}
          onChange={(event) => set({ transactionId: event.target.value })}
        />
      </div>
    </Card>
  )
}

const phases = {
  UPCOMING: t('upcoming'),
  ACTIVE: t('active'),
  EXHAUSTED: t('used up'),
  ENDED: t('ended'),
}

function frameText(frame: ReserveFrame): string {
  const phase = phaseAt(frame, serviceNow())
  const amount = amountText(frame.misc.utilisation.remaining, frame.asset)
  const values = { frame: shortAddress(frame.id), amount }
  return phase
    ? t('{frame}, {amount} left, {phase}', { ...values, phase: phases[phase] })
    : t('{frame}, {amount} left', values)
}

/** Who sends and who receives: both are screened before anything is paid. */
export function PartiesCard({ form: { values, errors, set } }: { form: Form }) {
  return (
    <Card
      title={t('Parties')}
      beside={<span className="caption only-large">{t('Screened before payment')}</span>}
    >
      <div className="grid grid-2">
        <TextField
          label={t('Originator name')}
          value={values.originatorName}
          error={errors.originatorName}
          onChange={(event) => set({ originatorName: event.target.value })}
        />
        <Combobox
          label={t('Originator country')}
          options={countryOptions()}
          value={values.originatorCountry}
          error={errors.originatorCountry}
          placeholder={t('Type to search')}
          onChange={(originatorCountry) => set({ originatorCountry })}
        />
        <TextField
          label={t('Beneficiary name')}
          value={values.beneficiaryName}
          error={errors.beneficiaryName}
          onChange={(event) => set({ beneficiaryName: event.target.value })}
        />
        <Combobox
          label={t('Beneficiary country')}
          options={countryOptions()}
          value={values.beneficiaryCountry}
          error={errors.beneficiaryCountry}
          placeholder={t('Type to search')}
          onChange={(beneficiaryCountry) => set({ beneficiaryCountry })}
        />
      </div>
    </Card>
  )
}

export function RepaymentCard({ form: { values, errors, set } }: { form: Form }) {
  return (
    <Card title={t('Repayment')}>
      <div className="grid grid-2">
        <MomentField
          label={t('Repayment date')}
          optional
          value={values.repayment}
          error={errors.repayment}
          hint={t('At most 30 days from now; without one, the usual term.')}
          onChange={(repayment) => set({ repayment })}
        />
      </div>
    </Card>
  )
}
