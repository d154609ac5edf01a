import { useQuery } from '@tanstack/react-query'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { useNow } from '../../../api/clock.ts'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { type WalletListItem, walletsSource } from '../../../api/queries/wallets.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { methodName } from '../../../features/wallets/auth-labels.ts'
import { paths } from '../../../routing/paths.ts'
import { Address, Time, useZone } from '../../../ui/display/values.tsx'
import { relativeText, timeText } from '../../../ui/format/times.ts'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import { type Column, type FilterField, column } from '../../../ui/table/types.ts'
import { firstHeldText, heldText } from './held-text.ts'
import { part } from '../../../ui/display/part.tsx'
import { DialogButton } from '../../../ui/controls/button.tsx'
import { t } from '../../../messages/text.ts'

const ChooseEntity = part(() => import('./choose-entity.tsx'), 'ChooseEntity')
const Settings = part(() => import('../settings/settings.tsx'), 'Settings')

const empty = {
  title: t('No wallets yet'),
  text: t(
    'A wallet belongs to an entity. It proves its e-mail address, creates a signing passkey and gets an address: about two minutes.',
  ),
  action: <SetUpButton />,
}

const columns: Column<WalletListItem>[] = [
  column('entity', t('Entity'), { width: 'grow', anchor: true }, (row) => (
    <span className="strong">{row.entityName}</span>
  )),
  column('wallet', t('Wallet'), { width: 128 }, (row) => row.walletName),
  column('networks', t('Networks'), { width: 152, from: 1040 }, (row) => <Networks row={row} />),
  column('address', t('Address'), { width: 152 }, (row) => {
    const [first, ...others] = addressesOf(row)
    return first ? (
      <>
        <Address value={first} />
        {others.length > 0 ? <span className="caption"> +{others.length}</span> : null}
      </>
    ) : (
      t('none')
    )
  }),
  column('balance', t('Balance'), { width: 232, align: 'end' }, (row) => <Held row={row} />),
  column(
    'methods',
    t('Primary methods'),
    { width: 136, from: 1160 },
    ({ authTypes }) => authTypes.map(methodName).join(', ') || t('none'),
  ),
  column('passkeys', t('Passkeys'), { width: 88, align: 'end', from: 900 }, (row) => row.passkeys),
  column(
    'signed',
    t('Last signed'),
    { width: 112, align: 'end', from: 760 },
    ({ lastSignedAt }) => <Ago at={lastSignedAt} />,
  ),
  column(
    'created',
    t('Created'),
    { width: 120, align: 'end', sort: 'createdAt', optional: true },
    (row) => <Time at={row.createdAt} />,
  ),
]

const filters: readonly FilterField[] = [
  { kind: 'text', key: 'search', label: t('Search'), placeholder: t('Name or address') },
]

/** The wallets of all entities, a row for each. */
export function Component() {
  return (
    <ExportedList
      exports="wallets"
      heading={t('Wallets')}
      noun={[t('wallet'), t('wallets')]}
      source={walletsSource}
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      rowId={idOf}
      rowLink={linkOf}
      stack={linesOf}
      empty={empty}
      actions={() => (
        <>
          <SettingsButton />
          <SetUpButton />
        </>
      )}
    />
  )
}

function SetUpButton() {
  const missing = useMissingPermission('wallets:write')
  return (
    <DialogButton
      variant="primary"
      icon={Plus}
      disabledReason={missing}
      dialog={(close) => <ChooseEntity onClose={close} />}
    >
      {t('Set up wallet')}
    </DialogButton>
  )
}

/** What holds for all wallets of the partner; only those who may change it see it. */
function SettingsButton() {
  if (!useIsAllowed('wallets:write')) return null
  return (
    <DialogButton icon={SlidersHorizontal} dialog={(close) => <Settings onClose={close} />}>
      {t('Settings')}
    </DialogButton>
  )
}

const addressesOf = ({ accounts }: WalletListItem) => [
  ...new Set(accounts.map(({ address }) => address)),
]

function Networks({ row }: { row: WalletListItem }) {
  const { data } = useQuery(jurisdictionsQuery)
  const names = row.accounts.map(
    ({ jurisdictionId }) => data?.data.find(({ id }) => id === jurisdictionId)?.networkName,
  )
  return [...new Set(names)].filter(Boolean).join(', ')
}

/** Sums of each token; why there are none stands where they would. */
function Held({ row, short = false }: { row: WalletListItem; short?: boolean }) {
  const all = heldText(row.balances)
  const text = short ? firstHeldText(row.balances) : all
  if (text === undefined) {
    return (
      <span className="faint" title={t('The network cannot be reached now')}>
        —<span className="visually-hidden"> {t('The network cannot be reached now')}</span>
      </span>
    )
  }
  return (
    <span className="number truncated" title={all}>
      {text}
    </span>
  )
}

function Ago({ at }: { at: string | undefined }) {
  const now = useNow(60_000)
  const zone = useZone()
  if (at === undefined) return <span className="faint">{t('never')}</span>
  const exact = timeText(at, zone, { detail: 'second', withZone: true, now })
  return (
    <time dateTime={at} title={exact} className="nowrap">
      {relativeText(at, now)}
    </time>
  )
}

function idOf(row: WalletListItem) {
  return row.walletId
}

function linkOf({ entityId, entityName, walletName }: WalletListItem) {
  return { to: paths.wallet(entityId), label: `${entityName} ${walletName}` }
}

function linesOf(row: WalletListItem) {
  const [address] = addressesOf(row)
  return [
    row.entityName,
    <Held key="held" row={row} short />,
    row.walletName,
    address ? <Address key="address" value={address} copy={false} /> : '',
  ] as const
}
