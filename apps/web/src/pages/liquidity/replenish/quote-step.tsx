import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Refused } from '../../../features/actions/action.tsx'
import type { ReplenishQuote } from '../../../api/queries/replenishment.ts'
import { RadioGroup } from '../../../ui/controls/inputs.tsx'
import { Amount, useZone, shortAddress } from '../../../ui/display/values.tsx'
import { Countdown } from '../../../ui/display/countdown.tsx'
import { DescriptionList, fact, Notice } from '../../../ui/display/blocks.tsx'
import { clockText } from '../../../ui/format/times.ts'
import { paths } from '../../../routing/paths.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { FeeTerms } from '../fees/fee-terms.tsx'
import { type Asked, isQuoted, type Mode, type QuoteItem, type Replenish } from './use-replenish.ts'
import { rich } from '../../../messages/rich.tsx'
import { q, partners } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Props = { replenish: Replenish; asked: Asked; mode: Mode; onMode: (mode: Mode) => void }

const modes = [
  {
    value: 'ATOMIC',
    label: t('All or none'),
    text: t('One payment for all. If one cannot be repaid, none is.'),
  },
  {
    value: 'BEST_EFFORT',
    label: t('As many as possible'),
    text: t('A payment for each. What cannot be repaid is left out.'),
  },
] as const

/** What it takes, term by term, and what the operational wallet holds for it. */
export function QuoteStep({ replenish, asked, mode, onMode }: Props) {
  const zone = useZone()
  return (
    <div className="grid">
      <div className="row gap-4">
        <Countdown
          until={asked.validUntil}
          label={t('Quote valid for')}
          onExpire={replenish.back}
        />
        <div>
          <div className="strong">
            {t('Quote held until {time}', { time: clockText(asked.validUntil, zone) })}
          </div>
          <div className="muted">
            {t('After that, get a new one: the fee may have grown by an hour.')}
          </div>
        </div>
      </div>
      {asked.items.map((item) => (
        <Item key={item.originalTxnHash} item={item} isOnly={asked.items.length === 1} />
      ))}
      {asked.batchQuoteId === undefined ? null : (
        <RadioGroup
          label={t('If one of them cannot be repaid')}
          options={modes}
          value={mode}
          onChange={(value) => onMode(value as Mode)}
        />
      )}
      <Balance asked={asked} />
      <Refused title={t('Nothing was paid')} error={replenish.payError} />
    </div>
  )
}

function Item({ item, isOnly }: { item: QuoteItem; isOnly: boolean }) {
  if (!isQuoted(item)) {
    return (
      <Notice
        tone="hand"
        title={t('{id} cannot be repaid', {
          id: shortAddress(item.originalTxnHash),
        })}
      >
        {item.error.message}
      </Notice>
    )
  }
  if (isOnly) return <Terms quote={item} />
  return (
    <details className="card group">
      <summary className="row px-4 py-2">
        <ChevronRight className="icon-medium group-open:rotate-90" />
        <span className="mono grow">{shortAddress(item.originalTxnHash)}</span>
        <Amount value={item.totalReplenishAmount} currency={item.asset} />
      </summary>
      <Terms quote={item} />
    </details>
  )
}

function Terms({ quote }: { quote: ReplenishQuote }) {
  const { feeBreakdown, outstandingPrincipal, asset, totalReplenishAmount, ltxId } = quote
  return (
    <div className="card">
      <FeeTerms label={t('Fee of {id}', { id: ltxId })} breakdown={feeBreakdown} asset={asset} />
      <div className="card-foot block">
        <DescriptionList
          rows={[
            fact(
              t('Outstanding principal'),
              <Amount value={outstandingPrincipal} currency={asset} />,
            ),
            fact(t('Unpaid fee'), <Amount value={feeBreakdown.feeAmount} currency={asset} />),
            fact(t('To repay'), <Amount value={totalReplenishAmount} currency={asset} />, 'sum'),
          ]}
        />
      </div>
    </div>
  )
}

/** What the wallet that pays holds; where it cannot be read, the service decides when it is asked to pay. */
function Balance({ asked }: { asked: Asked }) {
  const me = useQuery(q(partners.me, {})).data?.data
  const asset = asked.items.find(isQuoted)?.asset
  if (!me) return null
  return (
    <>
      <div className="sunken-box">
        <DescriptionList
          rows={[
            fact(
              t('Operational wallet holds'),
              <Amount value={me.tokenBalance} currency={asset} />,
            ),
            fact(t('Total'), <Amount value={asked.total} currency={asset} />, 'sum'),
          ]}
        />
      </div>
      {me.tokenBalance < asked.total ? (
        <Notice tone="hand" title={t('The operational wallet holds too little')}>
          {rich('Send {asset} to it first: its address is under {link}.', {
            asset,
            link: <TextLink to={paths.balances}>{t('Balances')}</TextLink>,
          })}
        </Notice>
      ) : null}
    </>
  )
}
