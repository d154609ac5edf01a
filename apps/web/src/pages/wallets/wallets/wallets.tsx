import { Suspense } from 'react'
import { useParams } from 'react-router'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const loadList = () => import('../list/list.tsx')
const List = lazyPart(loadList, 'Component')
const Wallet = lazyPart(() => import('../wallet/wallet.tsx'), 'Component')

// A link to the list preloads this file; the list itself is what comes next.
if (!/^\/wallets\/./.test(window.location.pathname)) void loadList().catch(() => undefined)

/** All wallets, or those of one entity: one route, because each costs the shell what it has to know. */
export function Component() {
  const { entityId } = useParams()
  return (
    <Suspense fallback={<PageTitle>{t('Wallets')}</PageTitle>}>
      {entityId === undefined ? <List /> : <Wallet />}
    </Suspense>
  )
}
