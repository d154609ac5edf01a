import type { LineAsset } from '../../../features/liquidity/asset.ts'
import { phaseAt } from '../../../features/liquidity/labels.ts'
import { serviceNow } from '../../../api/clock.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { SelectField, AmountField, TextField } from '../../../ui/controls/inputs.tsx'
import { shortAddress } from '../../../ui/display/values.tsx'
import { useZone } from '../../../ui/preferences/zone.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import type { FixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { countryOptions } from '../../../ui/format/countries.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { timeText } from '../../../ui/format/times.ts'
import { MomentField } from '../fields/moment-field.tsx'
import type { DrawValues } from './draw-form.ts'
import { t } from '../../../messages/text.ts'

type Props = { form: FixedForm<DrawValues> }

type AmountProps = Props & {
  asset: LineAsset | undefined
  frames: readonly ReserveFrame[]
}

/** How much, to whom, and whether a reserve frame holds it. */
export function AmountCard({ form: { values, field }, asset, frames }: AmountProps) {
  const zone = useZone()
  const chosen = frames.find(({ id }) => id === values.reserveFrameId)
  const isUpcoming = chosen !== undefined && phaseAt(chosen, serviceNow()) === 'UPCOMING'
  return (
    <Card title={t('Drawing')}>
      <div className="grid grid-2">
        <AmountField label={t('Amount')} unit={asset?.currency ?? ''} {...field('amount')} />
        <SelectField
          label={t('Reserve frame')}
          optional
          options={frames.map((frame) => ({ value: frame.id, label: frameText(frame) }))}
          placeholder={t('None: draw on the credit line')}
          hint={
            isUpcoming
              ? t('It has not begun: the drawing is paid when it does, {time}.', {
                  time: timeText(chosen.startTimestamp, zone),
                })
              : undefined
          }
          {...field('reserveFrameId')}
        />
        <TextField
          label={t('Recipient wallet')}
          mono
          autoComplete="off"
          spellCheck={false}
          hint={
            asset
              ? t('An address on {network}. What goes to a wrong address cannot come back.', {
                  network: asset.jurisdiction.networkName ?? asset.jurisdiction.name,
                })
              : undefined
          }
          {...field('recipientWallet')}
        />
        <TextField
          label={t('Reference')}
          hint={t('Your own id of it; the same one twice is the same drawing.')}
          {...field('transactionId')}
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
export function PartiesCard({ form: { field, choice } }: Props) {
  return (
    <Card
      title={t('Parties')}
      beside={<span className="caption only-large">{t('Screened before payment')}</span>}
    >
      <div className="grid grid-2">
        <TextField label={t('Originator name')} {...field('originatorName')} />
        <Combobox
          label={t('Originator country')}
          options={countryOptions()}
          placeholder={t('Type to search')}
          {...choice('originatorCountry')}
        />
        <TextField label={t('Beneficiary name')} {...field('beneficiaryName')} />
        <Combobox
          label={t('Beneficiary country')}
          options={countryOptions()}
          placeholder={t('Type to search')}
          {...choice('beneficiaryCountry')}
        />
      </div>
    </Card>
  )
}

export function RepaymentCard({ form: { choice } }: Props) {
  return (
    <Card title={t('Repayment')}>
      <div className="grid grid-2">
        <MomentField
          label={t('Repayment date')}
          optional
          hint={t('At most 30 days from now; without one, the usual term.')}
          {...choice('repayment')}
        />
      </div>
    </Card>
  )
}
