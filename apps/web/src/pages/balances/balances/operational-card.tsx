import { ArrowUpFromLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { operationalTarget } from '../../../features/sandbox/fund-targets.ts'
import type { Partner } from '../../../api/queries/partners.ts'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { FullAddress, Amount } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const WithdrawDialog = part(() => import('./withdraw-dialog.tsx'), 'WithdrawDialog')
const AddFundsDialog = part(
  () => import('../../../features/sandbox/add-funds-dialog.tsx'),
  'AddFundsDialog',
)

type Props = { partner: Partner; asset: string | undefined }

/** The wallet that repays drawings: what it holds, how to fill it, how to take from it. */
export function OperationalCard({ partner, asset }: Props) {
  const { partnerOperationalWallet, tokenBalance, networkName, url } = partner
  const { nativeCurrencyBalance, nativeCurrency } = partner
  return (
    <Card
      title={t('Operational wallet')}
      end={
        url ? (
          <a className="link" href={url} target="_blank" rel="noreferrer">
            {t('Open in the explorer')}
          </a>
        ) : null
      }
      footer={<Actions partner={partner} />}
    >
      <Amount look="large" value={tokenBalance} currency={asset} />
      <DescriptionList
        className="mt-2"
        rows={[
          fact(
            t('For network fees'),
            <Amount value={nativeCurrencyBalance} currency={nativeCurrency} />,
          ),
          fact(t('Network'), networkName),
        ]}
      />
      <div className="row between bg-sunken rounded-control p-4 mt-4">
        <FullAddress value={partnerOperationalWallet} />
        <CopyButton text={partnerOperationalWallet} label={t('Copy operational address')} />
      </div>
    </Card>
  )
}

function Actions({ partner }: { partner: Partner }) {
  const mayNot = useMissingPermission('liquidity:write')
  const mayNotTest = useMissingPermission('sandbox')
  const isSandbox = useSession()?.environment === 'sandbox'
  const known = useQuery(jurisdictionsQuery).data?.data ?? []
  const target = operationalTarget(partner, known)
  const [asks, setAsks] = useState<'withdraw' | 'fund' | undefined>()
  const close = () => setAsks(undefined)
  return (
    <>
      <span className="muted grow basis-60">
        {t('Pays repayments from here to your deposit wallet.')}
      </span>
      {isSandbox && !mayNotTest ? (
        <Button size="s" icon={Plus} aria-haspopup="dialog" onClick={() => setAsks('fund')}>
          {t('Add test funds')}
        </Button>
      ) : null}
      {mayNot ? null : (
        <Button
          size="s"
          icon={ArrowUpFromLine}
          aria-haspopup="dialog"
          onClick={() => setAsks('withdraw')}
        >
          {t('Withdraw')}
        </Button>
      )}
      {asks === 'withdraw' ? <WithdrawDialog partner={partner} onClose={close} /> : null}
      {asks === 'fund' && target ? <AddFundsDialog targets={[target]} onClose={close} /> : null}
    </>
  )
}
