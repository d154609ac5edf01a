import { codeLabel } from '../../../messages/service.ts'
import { transferFilters } from '@corridor/contract/members'
import { eventStatuses, statesOf, transferStates } from '@corridor/domain'
import { filterFields } from '../../../ui/table/member-columns.tsx'
import type { FilterField } from '../../../ui/table/types.ts'
import type { Jurisdiction } from '../../../api/queries/accounts.ts'
import { t } from '../../../messages/text.ts'

/** Quotes are in the list only where they are asked for. */
const [quoted, ...executed] = statesOf(transferStates)
const statuses = [...executed, quoted].filter((status) => status !== undefined)

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
export function transferFields(jurisdictions: readonly Jurisdiction[]): FilterField[] {
  const currencies = [...new Set(jurisdictions.map(({ currency }) => currency))]
  const places = jurisdictions.map(({ id, name }) => ({ value: id, label: name }))
  return filterFields(transferFilters, {
    q: t('Reference, name, address'),
    status: statuses.map(asOption),
    eventStatus: listedStatuses.map(asOption),
    direction: Object.entries(directions).map(([value, label]) => ({ value, label })),
    currency: currencies.map((value) => ({ value, label: value })),
    jurisdiction: places,
    fromJurisdiction: places,
    toJurisdiction: places,
  })
}
