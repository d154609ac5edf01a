import { Fragment } from 'react'
import type { ListedExternal } from '../../api/queries/accounts.ts'
import { Name } from '../../ui/display/name.tsx'
import { StatusPill } from '../../ui/display/values.tsx'
import { AccountNumber } from './account-number.tsx'

/** The four texts of an external account on a small screen. */
export function externalLines(row: ListedExternal) {
  return [
    <Fragment key="holder">
      <Name {...row.accountHolder} /> {row.nickname}
    </Fragment>,
    row.jurisdiction.currency,
    <StatusPill key="status" status={row.status} />,
    <AccountNumber key="number" account={row} copy={false} />,
  ] as const
}
