import { useAction } from '../../../features/actions/action.tsx'
import { useAssetOf } from '../../../features/liquidity/asset.ts'
import { liquidity } from '../../../api/call.ts'
import { type Partner, partnersKey } from '../../../api/queries/partners.ts'
import { AmountField, TextField } from '../../../ui/controls/inputs.tsx'
import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { t } from '../../../messages/text.ts'

const address = /^0x[0-9a-fA-F]{40}$/

/** Takes tokens out of the operational wallet, to an address that filled it before. */
export function WithdrawDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { form, asset, isBusy, submit } = useWithdrawal(partner, onClose)
  const { field, problem, element } = form
  return (
    <FormDialog
      title={t('Withdraw from the operational wallet')}
      description={t('Only to an address that sent tokens to this wallet before.')}
      button={t('Withdraw')}
      isBusy={isBusy}
      formRef={element}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormSummary title={t('Nothing was withdrawn')} problem={problem} />
      <AmountField
        label={t('Amount')}
        unit={asset?.currency ?? ''}
        hint={t('The wallet holds {amount}.', {
          amount: amountText(partner.tokenBalance, asset?.currency),
        })}
        {...field('amount')}
      />
      <TextField
        label={t('To address')}
        mono
        autoComplete="off"
        spellCheck={false}
        {...field('toWalletAddress')}
      />
    </FormDialog>
  )
}

function useWithdrawal({ cryptoTokenId }: Partner, onClose: () => void) {
  const asset = useAssetOf(cryptoTokenId)
  const form = useFixedForm({
    start: { amount: '', toWalletAddress: '' },
    check: ({ amount, toWalletAddress }) => {
      const read = asset && parseAmount(amount, asset)
      return {
        ...(read && !read.ok ? { amount: read.message } : {}),
        ...(address.test(toWalletAddress.trim())
          ? {}
          : { toWalletAddress: t('An address is 0x and 40 hexadecimal digits') }),
      }
    },
  })
  const withdraw = useAction(liquidity.withdrawOperational, {
    onDone: onClose,
    done: ({ data: { amount } }) =>
      t('{amount} is on its way', { amount: amountText(amount.amount, amount.currency) }),
    stale: partnersKey,
    onRefused: form.refuse,
  })
  const submit = () =>
    form.submit(({ amount, toWalletAddress }) => {
      if (!asset) return
      const read = parseAmount(amount, asset)
      if (!read.ok) return
      withdraw.send({
        body: {
          amount: Number(read.text),
          asset: asset.currency,
          toWalletAddress: toWalletAddress.trim(),
        },
      })
    })({ preventDefault: () => undefined })
  return { form, asset, isBusy: withdraw.isBusy, submit }
}
