import { Address } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { isWalletTransfer } from '../../../features/transfers/labels.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { t } from '../../../messages/text.ts'

/** What a wallet transfer left on the network, for whoever looks it up there. */
export function NetworkCard({ transfer }: { transfer: Transfer }) {
  const { transactionHash, payloadHash, refundOf, from, to } = transfer
  if (!transactionHash && (refundOf || (!from.wallet && !to.wallet))) return null
  const network = to.wallet ? to.jurisdiction : from.jurisdiction
  return (
    <Card title={t('On the network')} className="self-start">
      <DescriptionList
        className="gap-y-2"
        rows={[
          fact(t('Network'), network),
          fact(
            t('Transaction hash'),
            transactionHash ? (
              <Hash text={transactionHash} label={t('Copy transaction hash')} />
            ) : (
              <span className="faint">
                {isWalletTransfer(transfer)
                  ? t('Known once it is signed')
                  : t('Known once it is on the network')}
              </span>
            ),
          ),
          from.wallet && fact(t('Sender'), <Address value={from.wallet.walletAddress} />),
          to.wallet && fact(t('Recipient'), <Address value={to.wallet.walletAddress} />),
          payloadHash &&
            fact(t('Signed payload'), <Hash text={payloadHash} label={t('Copy digest')} />),
        ]}
      />
    </Card>
  )
}

function Hash({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex items-start gap-1">
      <span className="mono break-anywhere">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}
