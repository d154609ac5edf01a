import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { serviceText } from '../../../messages/service.ts'
import { t } from '../../../messages/text.ts'

type TravelRule = NonNullable<Transfer['travelRule']>

const states: Record<TravelRule['state'], string> = {
  SELF_HOSTED: t('Not asked: the customer keeps the wallet'),
  WAITING: t('Waiting for its answer'),
  ACCEPTED: t('Accepted the payment'),
  REJECTED: t('Refused the payment'),
  NOT_A_PROVIDER: t('Nobody keeps this wallet for its owner'),
  UNANSWERED: t('Did not answer in time'),
}

/** What the provider of the payee's wallet was asked before a large payment, and what it answered. */
export function TravelRuleCard({ travelRule }: { travelRule: TravelRule }) {
  const { state, counterparty, reason, sentAt, dueAt, answeredAt } = travelRule
  const { lateAnswer, lateAnswerAt } = travelRule
  return (
    <Card title={t('Wallet provider')} className="self-start">
      <DescriptionList
        className="gap-y-2"
        rows={[
          counterparty && fact(t('Provider'), counterparty),
          fact(t('Answer'), states[state]),
          reason && fact(t('Reason'), serviceText(reason)),
          sentAt && fact(t('Asked'), <Time at={sentAt} detail="second" />),
          answeredAt && fact(t('Answered'), <Time at={answeredAt} detail="second" />),
          state === 'WAITING' && dueAt && fact(t('Waits until'), <Time at={dueAt} />),
          state === 'UNANSWERED' && dueAt && fact(t('Waited until'), <Time at={dueAt} />),
          lateAnswer && fact(t('Later'), states[lateAnswer]),
          lateAnswerAt && fact(t('Answered later'), <Time at={lateAnswerAt} detail="second" />),
        ]}
      />
    </Card>
  )
}
