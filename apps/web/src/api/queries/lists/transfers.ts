import { columnMembers, transferMembers } from '@corridor/contract/members'
import { call, q, transfers } from '../../call.ts'
import {
  type ListAnswer,
  type ListSource,
  listSource,
  type SummarySource,
} from '../../list-source.ts'
import {
  type ListedTransfer,
  transferListKey,
  transfersKey,
  type TransferSummary,
} from '../transfers.ts'

const sideFields = [
  'entityId accountId fullName latinName jurisdiction amount currency wallet',
  'account.accountHolderName account.bankName account.bankIban account.accountNumber',
].join(' ')
const listedFields = [
  'executionId transactionId parties status direction fees failure.code refundOf',
  'createdAt startedAt completedAt',
  'details.name details.status details.startedAt details.error',
  ...columnMembers(transferMembers),
  ...['from', 'to'].map((side) => sideFields.replaceAll(/(^| )/g, `$1${side}.`)),
]
  .join(' ')
  .replaceAll(' ', ',')

export const transfersSource: ListSource<ListAnswer<ListedTransfer>> = listSource(
  transferListKey,
  transfers.list,
  undefined,
  { fields: listedFields },
)

export const transfersSourceOf = (entityId: string): ListSource<ListAnswer<ListedTransfer>> =>
  listSource(
    [...transfersKey, 'of-entity'],
    transfers.listOfEntity,
    { entityId },
    { fields: listedFields },
  )

/** The newest transfers that come from an account or go to it. */
export const transfersOfAccountQuery = (accountId: string) =>
  q(
    transfers.list,
    { accountId, limit: '10', sort: '-createdAt', fields: listedFields },
    { select: (answer): ListAnswer<ListedTransfer> => answer },
  )

/** How many match a filter, of each status, and their sums. */
export const transferSummarySource: SummarySource<TransferSummary> = {
  key: [...transfersKey, 'summary'],
  fetch: async (query, signal) => {
    const counted = { ...query, limit: '1', fields: 'executionId' }
    return (await call(transfers.listOfPartner, { query: counted }, { signal })).summary
  },
}
