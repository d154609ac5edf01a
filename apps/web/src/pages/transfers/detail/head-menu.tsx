import { Copy, Ellipsis, SquareTerminal } from 'lucide-react'
import { useNavigate } from 'react-router'
import { pathOf } from '@corridor/client/http'
import { transfers } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { staff } from '../../../api/staff.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { t } from '../../../messages/text.ts'

/** The same transfer for a terminal, and as the beginning of another one. */
export function HeadMenu({ transfer, defaultOpen }: { transfer: Transfer; defaultOpen: boolean }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('transfers:write')
  const duplicate = async () => navigate(paths.transferDraft(await newDraft(transfer)))
  return (
    <Menu
      defaultOpen={defaultOpen}
      trigger={<Button square aria-label={t('More actions')} icon={Ellipsis} />}
    >
      <MenuItem icon={SquareTerminal} onSelect={() => void copyCurl(transfer.executionId)}>
        {t('Copy as cURL')}
      </MenuItem>
      {missing || transfer.refundOf ? null : (
        <MenuItem icon={Copy} onSelect={() => void duplicate()}>
          {t('Duplicate as draft')}
        </MenuItem>
      )}
    </Menu>
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

/** A draft between the same accounts, of the same amount. */
async function newDraft({ from, to }: Transfer): Promise<string> {
  const draftId = crypto.randomUUID()
  const amount = amountText(from.amount)
  await staff.saveDraft(draftId, {
    kind: 'transfer',
    title: t('{amount} · {payer} to {payee}', {
      amount,
      payer: from.fullName,
      payee: to.fullName,
    }),
    body: { fromAccountId: from.accountId, toAccountId: to.accountId, amountMeans: 'in', amount },
  })
  return draftId
}
