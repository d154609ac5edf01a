import { Copy, Link as LinkIcon, ReceiptText, Share2, SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { pathOf } from '@corridor/client/http'
import { transfers } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { staff } from '../../../api/staff.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { copyLink } from '../../../features/transfers/copy-link.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { t } from '../../../messages/text.ts'

const ShareDialog = lazy(async () => ({
  default: (await import('./tracking/share-dialog.tsx')).ShareDialog,
}))

/** What can be taken away from a transfer; nothing here moves money. */
export function HeadActions({ transfer }: { transfer: Transfer }) {
  const { executionId } = transfer
  const [isSharing, setIsSharing] = useState(false)
  return (
    <>
      <LinkButton to={paths.receipt(executionId)} icon={<ReceiptText className="icon-medium" />}>
        {t('Receipt')}
      </LinkButton>
      <Button
        icon={<LinkIcon className="icon-medium" />}
        onClick={() => void copyLink(executionId)}
      >
        {t('Copy link')}
      </Button>
      <Button
        icon={<SquareTerminal className="icon-medium" />}
        onClick={() => void copyCurl(executionId)}
      >
        {t('Copy as cURL')}
      </Button>
      <Button icon={<Share2 className="icon-medium" />} onClick={() => setIsSharing(true)}>
        {t('Share tracking link')}
      </Button>
      <Duplicate transfer={transfer} />
      <Suspense>
        {isSharing ? (
          <ShareDialog executionId={executionId} onClose={() => setIsSharing(false)} />
        ) : null}
      </Suspense>
    </>
  )
}

/** The call that reads this transfer; the key stays a variable, so that it can be pasted anywhere. */
async function copyCurl(executionId: string): Promise<void> {
  const url = window.location.origin + pathOf(transfers.read.path, { executionId })
  await navigator.clipboard.writeText(`curl -H "x-api-token: $TOKEN" "${url}"`)
  toast({
    tone: 'done',
    title: t('cURL command copied'),
    text: t('Set TOKEN to an API key first.'),
  })
}

function Duplicate({ transfer }: { transfer: Transfer }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('transfers:write')
  const { from, to, refundOf } = transfer
  if (missing || refundOf) return null
  const duplicate = async () => {
    const draftId = crypto.randomUUID()
    const amount = amountText(from.amount)
    await staff.saveDraft(draftId, {
      kind: 'transfer',
      title: t('{amount} · {payer} to {payee}', {
        amount,
        payer: from.fullName,
        payee: to.fullName,
      }),
      body: {
        fromAccountId: from.accountId,
        toAccountId: to.accountId,
        amountMeans: 'in',
        amount,
      },
    })
    await navigate(paths.transferDraft(draftId))
  }
  return (
    <Button icon={<Copy className="icon-medium" />} onClick={() => void duplicate()}>
      {t('Duplicate as draft')}
    </Button>
  )
}
