import { railName } from '@corridor/domain'
import { transferMembers } from '@corridor/contract/members'
import { memberFacts } from '../../../ui/display/member.tsx'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { useSession, useMissingPermission } from '../../../api/session.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { serviceNow } from '../../../api/clock.ts'
import { DescriptionList, type Fact, fact } from '../../../ui/display/blocks.tsx'
import { decimalText } from '../../../ui/format/numbers.ts'
import { netText } from '../../../features/transfers/amounts.ts'
import { hasLeft, moneyText } from '../../../features/transfers/money-path.ts'
import { type Transfer, transferQuery } from '../../../api/queries/transfers.ts'
import { maskedAccount, placeName } from '../../../features/transfers/side-labels.ts'
import { payeeCheckText } from '../../../features/accounts/payees/payee-check.ts'
import { isWalletTransfer } from '../../../features/transfers/labels.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'
import { useState } from 'react'
import { transfers } from '../../../api/call.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { QrCode } from '../../../ui/display/qr-code.tsx'

/** All figures of a transfer on one sheet, for paper or a file; the shell around it is not printed. */
export function Component() {
  const { executionId = '' } = useParams()
  const query = useQuery(transferQuery(executionId))
  const reference = query.data?.data.transactionId
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Transfers'), to: paths.transfers },
          {
            label: <span className="mono">{reference ?? executionId}</span>,
            to: paths.transfer(executionId),
          },
          { label: t('Receipt') },
        ]}
      />
      <PageHead
        heading={t('Receipt')}
        title={reference ? t('Receipt {reference}', { reference }) : t('Receipt')}
        actions={
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            {t('Print or save as PDF')}
          </Button>
        }
      />
      <Region query={query} what={t('Transfer')}>
        {({ data }) => <Sheet transfer={data} />}
      </Region>
    </>
  )
}

function Sheet({ transfer }: { transfer: Transfer }) {
  const session = useSession()
  const { executionId, transactionId, from, to, parties, status } = transfer
  const issued = <Time at={serviceNow()} withZone />
  return (
    <article
      className="card sheet"
      aria-label={t('Receipt of {reference}', { reference: transactionId })}
    >
      <div className="sheet-head">
        <div>
          <div className="strong">{session?.workspace.name ?? ''}</div>
          <div className="muted">
            {session?.environment === 'sandbox'
              ? rich('Issued {time}, sandbox: no real money', { time: issued })
              : rich('Issued {time}', { time: issued })}
          </div>
        </div>
        <StatusPill status={status} />
      </div>
      <p className="muted">
        {moneyText(transfer)}
        {status === 'COMPLETED' || status === 'REFUNDED'
          ? ''
          : ` ${t('This is not a proof of payment yet.')}`}
      </p>
      <div className="grid grid-2 subsection">
        <Party title={t('From')} name={railNameOf(from, parties.payer)} side={from} />
        <Party title={t('To')} name={railNameOf(to, parties.payee)} side={to} />
      </div>
      <section className="subsection" aria-label={t('Figures')}>
        <DescriptionList rows={figures(transfer)} />
      </section>
      <section className="subsection" aria-label={t('Record')}>
        <DescriptionList rows={record(transfer)} />
      </section>
      <Verification executionId={executionId} />
      <p className="caption subsection">
        {rich('Execution {id}. Times are those of the service.', {
          id: <span className="mono">{executionId}</span>,
        })}
      </p>
    </article>
  )
}

/** The name that the payment carries. */
const railNameOf = ({ fullName, latinName }: Transfer['from'], name: string): string =>
  name === fullName ? railName({ name, latinName }) : name

function Party({ title, name, side }: { title: string; name: string; side: Transfer['from'] }) {
  return (
    <section aria-label={title}>
      <div className="muted">{title}</div>
      <div className="strong">{name}</div>
      <div>{placeName(side)}</div>
      <div className="mono break-anywhere">{side.wallet?.walletAddress ?? maskedAccount(side)}</div>
      <div className="muted">{side.jurisdiction}</div>
    </section>
  )
}

function figures(transfer: Transfer): Fact[] {
  const { from, to, fees, exchangeRate, amountReceived } = transfer
  const money = ({ amount, currency }: { amount: number; currency: string }) => (
    <Amount value={amount} currency={currency} />
  )
  const isDelivered = transfer.status === 'COMPLETED'
  const net = netText(from.amount, fees.totalFees.amount)
  return [
    fact(hasLeft(transfer) ? t('Amount sent') : t('Amount to send'), money(from)),
    amountReceived &&
      amountReceived.amount !== from.amount &&
      fact(t('Of which received'), money(amountReceived)),
    fact(t('Partner fees'), money(fees.partnerFees)),
    fact(t('Service fees'), money(fees.svcFees)),
    fact(t('Transaction fees'), money(fees.txFees)),
    fact(t('Total fees'), money(fees.totalFees), 'sum'),
    net !== undefined && fact(t('Converted'), <Amount value={net} currency={from.currency} />),
    fact(t('Rate'), `1 ${from.currency} = ${decimalText(exchangeRate)} ${to.currency}`),
    fact(isDelivered ? t('Amount paid out') : t('Amount to be paid out'), money(to), 'sum'),
  ]
}

function record(transfer: Transfer): Fact[] {
  const { transactionHash, completedAt, refundOf, refundTo, refunds, payeeCheck } = transfer
  const text = (label: string, value: string | undefined, mono = false): Fact =>
    value && fact(label, <span className={mono ? 'mono' : undefined}>{value}</span>)
  const time = (label: string, at: string | undefined): Fact =>
    at && fact(label, <Time at={at} detail="second" withZone />)
  return [
    text(t('Reference'), transfer.transactionId, true),
    ...memberFacts(transferMembers, transfer),
    text(t('Name at the bank'), payeeCheck && payeeCheckText(payeeCheck)),
    text(t('Transaction hash'), transactionHash, true),
    text(t('Refund of'), refundOf, true),
    text(t('Refunded by'), refunds.join(', '), true),
    text(t('Refunded to'), refundTo && `${refundTo.fullName} ${maskedAccount(refundTo)}`),
    time(isWalletTransfer(transfer) ? t('Signed') : t('Created'), transfer.startedAt),
    time(t('Completed'), completedAt),
  ]
}

const days = 30

/** A tracking link on the sheet, so that whoever is given the paper can check it against the service. */
export function Verification({ executionId }: { executionId: string }) {
  const [link, setLink] = useState<{ url: string; expiresAt: string } | undefined>()
  const missing = useMissingPermission('transfers:write')
  const share = useAction(transfers.shareTracking, { onDone: ({ data }) => setLink(data) })
  if (!link) {
    return (
      <div className="subsection">
        <Button
          size="s"
          busy={share.isBusy}
          disabledReason={missing}
          onClick={() => share.send({ params: { executionId }, body: { expiresInDays: days } })}
        >
          {t('Add verification link')}
        </Button>
        <Refused title={t('No link was created.')} error={share.error} />
      </div>
    )
  }
  return (
    <section className="subsection" aria-label={t('Verification')}>
      <p className="muted">
        {rich('Verify this receipt until {time}:', {
          time: <Time at={link.expiresAt} withZone />,
        })}
      </p>
      <p className="mono break-anywhere">{link.url}</p>
      <QrCode text={link.url} label={t('Verification link as QR code')} />
    </section>
  )
}
