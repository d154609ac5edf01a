import { partners } from '../../../api/call.ts'
import { partnersKey, type Payments } from '../../../api/queries/partners.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Amount } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

/** The workspace's own fees that were taken from its customers and wait to be credited. */
export function EarnedCard({ earned }: { earned: Payments['partnerFees'] }) {
  const missing = useMissingPermission('partners:write')
  const settle = useAction(partners.settleFees, {
    done: ({ data }) => ({
      title: t('{sum} credited', { sum: amountText(data.amount, data.currency) }),
      text: t('It is in the payments account.'),
    }),
    stale: partnersKey,
    refused: t('Nothing was credited'),
  })
  return (
    <Card title={t('Your fees, not settled yet')}>
      <div className="grid">
        {earned.map(({ currency, amount }) => (
          <div key={currency} className="row">
            <Amount value={amount} currency={currency} />
            <Button
              size="s"
              className="ml-auto"
              busy={settle.isBusy}
              disabledReason={
                missing ?? (amount > 0 ? undefined : t('There is nothing to settle.'))
              }
              onClick={() => settle.send({ body: { currency } })}
            >
              {t('Credit {currency}', { currency })}
            </Button>
          </div>
        ))}
      </div>
    </Card>
  )
}
