import { codeLabel } from '../../../messages/service.ts'
import { eventStatuses } from '@corridor/domain'
import type { FilterField } from '../../../ui/table/types.ts'
import type { Jurisdiction } from '../../../api/queries/accounts.ts'
import { t } from '../../../messages/text.ts'

const statuses = [
  'AWAITING_APPROVAL',
  'PENDING',
  'IN_REVIEW',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'REFUNDING',
  'REFUNDED',
  'QUOTED',
]

/** A quote that nobody executed is in no list. */
const listedStatuses = eventStatuses.transfer.filter((status) => status !== 'quoted')

const directions = {
  CRYPTO_TO_CRYPTO: t('Wallet to wallet'),
  ON_RAMP: t('Bank to wallet'),
  OFF_RAMP: t('Wallet to bank'),
  FIAT_TO_FIAT: t('Bank to bank'),
}

const asOption = (value: string) => ({ value, label: codeLabel(value) })

/** The API's own parameters. Currencies and jurisdictions are those of this instance. */
export function filterFields(jurisdictions: readonly Jurisdiction[]): FilterField[] {
  const currencies = [...new Set(jurisdictions.map(({ currency }) => currency))]
  return [
    { kind: 'text', key: 'q', label: t('Text'), placeholder: t('Reference, name, address') },
    {
      kind: 'choice',
      key: 'status',
      label: t('Status'),
      options: statuses.map(asOption),
      multiple: true,
    },
    {
      kind: 'choice',
      key: 'eventStatus',
      label: t('Last event'),
      options: listedStatuses.map(asOption),
    },
    {
      kind: 'dates',
      key: 'started',
      label: t('Started'),
      from: 'createdFrom',
      to: 'createdTo',
    },
    {
      kind: 'dates',
      key: 'completed',
      label: t('Completed'),
      from: 'completedFrom',
      to: 'completedTo',
    },
    { kind: 'range', key: 'amount', label: t('Amount in'), min: 'amountMin', max: 'amountMax' },
    {
      kind: 'choice',
      key: 'currency',
      label: t('Currency'),
      options: currencies.map((value) => ({ value, label: value })),
    },
    {
      kind: 'choice',
      key: 'jurisdiction',
      label: t('Jurisdiction'),
      options: jurisdictions.map(({ id, name }) => ({ value: id, label: name })),
    },
    ...(['from', 'to'] as const).map((side): FilterField => ({
      kind: 'choice',
      key: `${side}Jurisdiction`,
      label: side === 'from' ? t('Source') : t('Destination'),
      options: jurisdictions.map(({ id, name }) => ({ value: id, label: name })),
    })),
    {
      kind: 'choice',
      key: 'direction',
      label: t('Kind'),
      options: Object.entries(directions).map(([value, label]) => ({ value, label })),
    },
    { kind: 'text', key: 'hash', label: t('Transaction hash'), placeholder: '0x…' },
    { kind: 'text', key: 'entityId', label: t('Entity id'), placeholder: 'ent_…' },
    { kind: 'text', key: 'accountId', label: t('Account id'), placeholder: 'acc_…' },
    { kind: 'text', key: 'routeId', label: t('Route ID'), placeholder: 'tele_…' },
    {
      kind: 'choice',
      key: 'includeQuotes',
      label: t('Quotes'),
      options: [{ value: 'true', label: t('Included') }],
    },
  ]
}
