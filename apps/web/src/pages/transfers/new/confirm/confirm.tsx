import { codeLabel } from '../../../../messages/service.ts'
import { Hand } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { transfers } from '../../../../api/call.ts'
import { queries } from '../../../../api/query-client.ts'
import { isApiError } from '../../../../api/errors.ts'
import { refusalText, useAction } from '../../../../features/actions/action.tsx'
import { RequestId } from '../../../../ui/page/region.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../../ui/display/blocks.tsx'
import { Checkbox, TextField } from '../../../../ui/controls/inputs.tsx'
import { amountText } from '../../../../ui/format/numbers.ts'
import { Time } from '../../../../ui/display/values.tsx'
import { isChainDeposit } from '../../../../features/accounts/deposit-instructions.tsx'
import { stepName } from '../../../../features/transfers/labels.ts'
import { payeeCheckText } from '../../../../features/accounts/payees/payee-check.ts'
import { WizardFrame } from '../frame/frame.tsx'
import { judgeRefusal } from '../../../../features/transfers/signing/judge-refusal.ts'
import type { OrdinaryQuoted } from '../wizard/quote.ts'
import type { Wizard } from '../wizard/use-wizard.ts'
import { transfersKey } from '../../../../api/queries/transfers.ts'
import { rich } from '../../../../messages/rich.tsx'
import { plural, t } from '../../../../messages/text.ts'

/** What is about to be agreed to; the money itself moves when the payer sends it. */
export function Confirm({ wizard, quote }: { wizard: Wizard; quote: OrdinaryQuoted }) {
  const { answer } = quote
  const [consent, setConsent] = useState<Consent>({ isAgreed: false, isRiskTaken: false, code: '' })
  const change = (part: Partial<Consent>) => setConsent((before) => ({ ...before, ...part }))
  const confirming = useConfirm(wizard, quote)
  const missing = missingOf(answer, consent)
  const confirm = () =>
    confirming.send({
      body: {
        executionId: answer.executionId,
        transferAcknowledgement: answer.transferAcknowledgement.version,
        ...(answer.counterPartyRisk.acknowledgementRequired
          ? { counterPartyRiskAcknowledged: consent.isRiskTaken }
          : {}),
        ...(answer.verificationRequired ? { verificationCode: consent.code.trim() } : {}),
      },
    })
  const blocked = wizard.disabledReason ?? missing
  const actions = (
    <>
      <Agreement {...{ quote, consent, change }} />
      <Button
        variant="primary"
        size="l"
        wide
        busy={confirming.isBusy}
        disabledReason={blocked}
        onClick={confirm}
      >
        {t('Confirm transfer')}
      </Button>
      {blocked ? <p className="hint">{blocked}.</p> : null}
      <Button wide busy={confirming.isBusy} onClick={() => wizard.setStage('form')}>
        {t('Back to quote')}
      </Button>
    </>
  )
  return (
    <WizardFrame wizard={wizard} actions={actions}>
      <div className="grid">
        {confirming.error ? <Refused error={confirming.error} /> : null}
        <Readback quote={quote} />
        <Plan quote={quote} />
      </div>
    </WizardFrame>
  )
}

type Consent = { isAgreed: boolean; isRiskTaken: boolean; code: string }
type AgreementProps = {
  quote: OrdinaryQuoted
  consent: Consent
  change: (part: Partial<Consent>) => void
}

/** What the quote requires before it becomes a transfer. */
function Agreement({ quote, consent, change }: AgreementProps) {
  const { answer } = quote
  return (
    <div className="grid gap-2">
      <Checkbox
        label={answer.transferAcknowledgement.text}
        checked={consent.isAgreed}
        onChange={(event) => change({ isAgreed: event.target.checked })}
      />
      {answer.counterPartyRisk.acknowledgementRequired ? (
        <Checkbox
          label={t('I understand the risk above and want to continue.')}
          checked={consent.isRiskTaken}
          onChange={(event) => change({ isRiskTaken: event.target.checked })}
        />
      ) : null}
      {answer.verificationRequired ? (
        <TextField
          label={t('Verification code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          mono
          value={consent.code}
          onChange={(event) => change({ code: event.target.value })}
          hint={t('Six digits, sent by e-mail to {name}.', {
            name: quote.from.account.accountHolder.name,
          })}
        />
      ) : null}
    </div>
  )
}

function missingOf(
  { counterPartyRisk, verificationRequired }: OrdinaryQuoted['answer'],
  consent: Consent,
): string | undefined {
  if (!consent.isAgreed) return t('Read and agree to the statement first')
  if (counterPartyRisk.acknowledgementRequired && !consent.isRiskTaken)
    return t('Confirm that you understand the risk first')
  if (verificationRequired && !/^\d{6}$/.test(consent.code.trim()))
    return t('Enter the six digits of the code first')
  return undefined
}

/** Starts the transfer once, confirmed with a passkey. */
function useConfirm(wizard: Wizard, { answer }: OrdinaryQuoted) {
  const navigate = useNavigate()
  const { executionId } = answer
  const open = async () => {
    wizard.saving.forget()
    void queries.invalidateQueries({ queryKey: transfersKey })
    await navigate(paths.transfer(executionId), { replace: true })
  }
  const action = useAction(transfers.execute, {
    onDone: open,
    onRefused: async (error) => {
      const refusal = isApiError(error) ? judgeRefusal(error) : 'refused'
      if (refusal === 'executed') await open()
      if (refusal === 'expired' || refusal === 'superseded') wizard.endQuote(executionId, refusal)
    },
  })
  return action
}

function Refused({ error }: { error: unknown }) {
  const requestId = isApiError(error) ? error.requestId : undefined
  return (
    <Notice tone="fail" alert title={t('The transfer was not started')}>
      {refusalText(error)}
      {requestId ? <RequestId id={requestId} /> : null}
    </Notice>
  )
}

function Readback({ quote }: { quote: OrdinaryQuoted }) {
  const { counterPartyRisk, payeeCheck } = quote.answer
  const { level, reasons } = counterPartyRisk
  return (
    <Card flush>
      <div className="review-statement">
        <h2 className="t-label muted">{t('You’re about to send')}</h2>
        <p>
          <PaidIn quote={quote} /> <PaidOut quote={quote} />
        </p>
        <p className="statement-note">
          {t(
            'No money moves yet. Next you see where the payer sends the money; once it arrives, the payout is sent automatically.',
          )}
        </p>
      </div>
      {payeeCheck && payeeCheck.outcome !== 'MATCH' ? (
        <div className="review-warning">
          <Hand className="tone-hand" />
          <span className="grow">
            <span className="strong">{payeeCheckText(payeeCheck)}.</span>{' '}
            <span className="muted">
              {t('The payment may wait for a decision about the name, as your settings have it.')}
            </span>
          </span>
        </div>
      ) : null}
      {reasons.length > 0 ? (
        <div className="review-warning">
          <Hand className="tone-hand" />
          <span className="grow">
            <span className="strong">
              {t('{level} risk of the payee.', { level: codeLabel(level) })}
            </span>{' '}
            <span className="muted">{reasons.map(riskText).join(' ')}</span>
          </span>
        </div>
      ) : null}
    </Card>
  )
}

function PaidIn({ quote: { answer, from } }: { quote: OrdinaryQuoted }) {
  const { inAmount } = answer.quote
  const payer = <b>{from.account.accountHolder.name}</b>
  const amount = <b>{amountText(inAmount.amount, inAmount.currency)}</b>
  return isChainDeposit(answer.depositAccount)
    ? rich('{payer} pays {amount} on {network}.', {
        payer,
        amount,
        network: answer.depositAccount.networkName,
      })
    : rich('{payer} pays {amount} by bank.', { payer, amount })
}

function PaidOut({ quote: { answer, to } }: { quote: OrdinaryQuoted }) {
  const { outAmount } = answer.quote
  const payee = <b>{to.account.accountHolder.name}</b>
  const amount = <b>{amountText(outAmount.amount, outAmount.currency)}</b>
  return to.place
    ? rich('{payee} receives {amount} on {network}.', {
        payee,
        amount,
        network: to.place.networkName,
      })
    : rich('{payee} receives {amount} in {country}.', {
        payee,
        amount,
        country: to.account.jurisdiction.name,
      })
}

const riskTexts: Record<string, string> = {
  THIRD_PARTY_PAYEE: t('The account belongs to someone other than the payer.'),
  NEW_PAYEE: t('It has not been paid before.'),
  NAME_CLOSE_MATCH: t('The name on the account is a close match.'),
  NAME_NO_MATCH: t('The name on the account is not the customer’s.'),
  LARGE_AMOUNT: t('The amount is large.'),
}
const riskText = (reason: string) => riskTexts[reason] ?? `${codeLabel(reason)}.`

function Plan({ quote }: { quote: OrdinaryQuoted }) {
  const { steps, estimatedArrival } = quote.answer
  return (
    <Card title={t('What happens next')}>
      <ol className="corridor">
        {steps.map(({ name, etaMinutes }) => (
          <li key={name} className="row">
            <span className="grow">{stepName(name)}</span>
            <span className="muted number">{etaText(etaMinutes)}</span>
          </li>
        ))}
      </ol>
      <p className="muted mt-3">
        {rich('Estimated arrival {time} if the payer sends now.', {
          time: <Time at={estimatedArrival} />,
        })}
      </p>
    </Card>
  )
}

function etaText(minutes: number): string {
  if (minutes < 1) return t('at once')
  if (minutes < 60) return t('about {minutes} min', { minutes: Math.round(minutes) })
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? t('about {hours} h', { hours })
    : plural(Math.round(hours / 24), { one: 'about {count} day', other: 'about {count} days' })
}
