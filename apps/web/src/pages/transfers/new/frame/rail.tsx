import { Amount } from '../../../../ui/display/amount.tsx'
import { Card } from '../../../../ui/display/card.tsx'
import { DescriptionList, fact } from '../../../../ui/display/description-list.tsx'
import type { Party } from '../../../../features/transfers/signing/parties.ts'
import { t } from '../../../../messages/text.ts'

type SummaryProps = {
  from: Party | undefined
  to: Party | undefined
  amount: string | undefined
  currency: string | undefined
}

/** What is chosen so far, before there is a quote. */
export function SummaryCard({ from, to, amount, currency }: SummaryProps) {
  return (
    <Card title={t('Summary')}>
      <ul className="corridor">
        <li>
          <div className="muted">{t('From')}</div>
          <div>{from ? from.label : <span className="faint">{t('Not chosen yet')}</span>}</div>
        </li>
        <li>
          <div className="muted">{t('To')}</div>
          <div>{to ? to.label : <span className="faint">{t('Not chosen yet')}</span>}</div>
        </li>
      </ul>
      <DescriptionList
        className="mt-4"
        rows={[fact(t('Amount'), <Amount value={amount} currency={currency} />, 'sum')]}
      />
    </Card>
  )
}
