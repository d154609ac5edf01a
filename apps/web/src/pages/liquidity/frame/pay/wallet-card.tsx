import { useState } from 'react'
import { Refused } from '../../../../features/actions/action.tsx'
import type { ReserveFrame } from '../../../../api/queries/liquidity.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { paths } from '../../../../routing/paths.ts'
import { Button, Form } from '../../../../ui/controls/button.tsx'
import { Combobox } from '../../../../ui/controls/combobox.tsx'
import { Card, Notice } from '../../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { TextLink } from '../../../../ui/page/links.tsx'
import { RegionError } from '../../../../ui/page/region.tsx'
import type { WalletPayment } from './use-wallet-payment.ts'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'

type Props = {
  frame: ReserveFrame
  payment: WalletPayment
  /** A quote is asked for: what comes next can be fetched meanwhile. */
  onAsk: () => void
  onQuoted: () => void
}

/** The first way: a transfer that a wallet's passkey signs, here. */
export function WalletCard({ frame, payment, onAsk, onQuoted }: Props) {
  const { wallets, started, accepted } = payment
  return (
    <Card title={t('Pay from a wallet')}>
      {started ? (
        <div className="grid">
          <Notice tone="done" title={t('The payment is signed and on its way')}>
            {rich('The frame is accepted with it as soon as it has a transaction. {link}', {
              link: <TextLink to={paths.transfer(started)}>{t('Open the transfer')}</TextLink>,
            })}
          </Notice>
          <Refused title={t('The frame was not accepted')} error={accepted.error} />
        </div>
      ) : wallets.error && wallets.options.length === 0 ? (
        <RegionError error={wallets.error} what={t('Wallets')} onRetry={wallets.refetch} />
      ) : wallets.isPending ? (
        <SkeletonLines lines={4} />
      ) : wallets.options.length === 0 ? (
        <p className="muted">
          {rich('No wallet holds {asset} on {network} yet. {link}', {
            asset: frame.asset,
            network: frame.feePayment.networkName,
            link: <TextLink to={paths.wallets}>{t('Open wallets')}</TextLink>,
          })}
        </p>
      ) : (
        <WalletForm {...{ payment, onAsk, onQuoted }} />
      )}
    </Card>
  )
}

function WalletForm({ payment, onAsk, onQuoted }: Omit<Props, 'frame'>) {
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const missing = useMissingPermission('transfers:write')
  const { wallets, asking } = payment
  return (
    <Form
      className="grid"

      onSubmit={() => {
        if (chosen === '') {
          setProblem(t('Choose the wallet that pays'))
          return
        }
        onAsk()
        asking.mutate(chosen, { onSuccess: onQuoted })
      }}
    >
      <Combobox
        label={t('Wallet')}
        options={wallets.options}
        value={chosen}
        error={problem}
        placeholder={t('Wallet that pays')}
        onChange={(value) => {
          setChosen(value)
          setProblem(undefined)
        }}
      />
      <Refused title={t('The payment cannot be quoted')} error={asking.error} />
      <div className="row">
        <Button type="submit" variant="primary" busy={asking.isPending} disabledReason={missing}>
          {t('Review payment')}
        </Button>
      </div>
    </Form>
  )
}
