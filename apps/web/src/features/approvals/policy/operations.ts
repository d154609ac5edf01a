import { midSentence, t } from '../../../messages/text.ts'

/** The operations that a policy may ask about, in words. */
export const operationLabels: Readonly<Record<string, string>> = {
  'transfers.execute': t('Pay a transfer'),
  'transfers.retry': t('Pay again to another account'),
  'transfers.refund': t('Refund a payer'),
  'transfers.resolve': t('Decide about a late or wrong amount'),
  'payinRoutes.create': t('Create a pay-in route'),
  'payinRoutes.update': t('Change a route’s destination'),
  'payinRoutes.toggle': t('Switch a route on'),
  'payinRoutes.resolve': t('Decide about a held deposit'),
  'payinRoutes.forwardHeld': t('Forward held deposits'),
  'liquidity.initiate': t('Draw liquidity'),
  'liquidity.acceptReserve': t('Accept a reserve'),
  'liquidity.initiateReplenish': t('Replenish a drawing'),
  'liquidity.replenishBatch': t('Replenish several drawings'),
  'liquidity.withdrawOperational': t('Withdraw from the operational wallet'),
  'webhooks.register': t('Change where events are sent'),
  'approvals.changePolicy': t('Change the policy'),
}

export const operationLabel = (id: string): string => operationLabels[id] ?? id

/** An operation within a sentence: quoted, because its words are a command. */
export const quotedOperation = (id: string): string | undefined => {
  const label = operationLabels[id]
  return label === undefined ? undefined : `“${midSentence(label)}”`
}
