import { matchPath } from 'react-router'
import { paths } from '../../../routing/paths.ts'

export type SubjectKind =
  | 'entity'
  | 'account'
  | 'funding'
  | 'route'
  | 'transfer'
  | 'wallet'
  | 'frame'
  | 'drawing'
  | 'balances'

export type Subject = { kind: SubjectKind; id: string }

type Pattern = { kind: SubjectKind; path: string; param: string; prefix: RegExp }

const patterns: readonly Pattern[] = [
  { kind: 'transfer', path: `${paths.transfer()}/*`, param: 'executionId', prefix: /^c?exec[_-]/ },
  { kind: 'entity', path: `${paths.entity()}/*`, param: 'entityId', prefix: /^ent_/ },
  { kind: 'account', path: paths.externalAccount(), param: 'accountId', prefix: /^acc_/ },
  { kind: 'funding', path: paths.fundingAccount(), param: 'fundingAccountId', prefix: /^fund_/ },
  { kind: 'route', path: `${paths.payinRoute()}/*`, param: 'routeId', prefix: /^tele_/ },
  { kind: 'wallet', path: `${paths.wallet()}/*`, param: 'entityId', prefix: /^ent_/ },
  { kind: 'frame', path: `${paths.liquidity}/reserves/:id/*`, param: 'id', prefix: /_/ },
  { kind: 'drawing', path: `${paths.liquidity}/drawings/:id/*`, param: 'id', prefix: /^ltx_/ },
]

/** The record that a page is about: `new` and the names of lists are none. */
export function subjectOf(pathname: string, search: string): Subject | undefined {
  const open = new URLSearchParams(search).get('open')
  if (pathname === paths.transfers && open) return { kind: 'transfer', id: open }
  if (pathname === paths.balances) return { kind: 'balances', id: '' }
  for (const { kind, path, param, prefix } of patterns) {
    const id = matchPath(path, pathname)?.params[param]
    if (id !== undefined && prefix.test(id)) return { kind, id }
  }
  return undefined
}
