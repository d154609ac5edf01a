import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../../../api/errors.ts'
import { refusalText, Refused } from '../../../../features/actions/action.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { amountText } from '../../../../ui/format/numbers.ts'
import { TextLink } from '../../../../ui/page/links.tsx'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'
import { q, partners } from '../../../../api/call.ts'
import { locale } from '../../../../messages/language.ts'

/** Who pays a refund of a delivered transfer, and what is there for it. */
export function RefundCover({ currency }: { currency: string }) {
  const { data } = useQuery(q(partners.paymentsBalance, {}))
  if (!data) return null
  const { balances } = data.data
  const others = balances.filter((item) => item.currency !== currency && item.available > 0)
  const own = balances.find((item) => item.currency === currency)?.available ?? 0
  const balance = <strong>{amountText(own, currency)}</strong>
  return (
    <div>
      <p className="muted">
        {t('The payee has the money already, so your payments account pays this refund.')}{' '}
        {others.length === 0
          ? rich('It has {balance} and nothing in another currency.', { balance })
          : rich('It has {balance}; what is missing is taken from {others} at the present rate.', {
              balance,
              others: listOf(others),
            })}
      </p>
      <TextLink to={paths.payments}>{t('Payments')}</TextLink>
    </div>
  )
}

const listOf = (balances: readonly { currency: string; available: number }[]): string =>
  new Intl.ListFormat(locale).format(
    balances.map(({ currency, available }) => amountText(available, currency)),
  )

/** Why nothing went back; where the payments account has too little, also what to do about it. */
export function RefundRefused({ title, error }: { title: string; error: unknown }) {
  if (!isApiError(error, 'INSUFFICIENT_BALANCE')) return <Refused title={title} error={error} />
  return (
    <Notice tone="fail" alert title={t('The payments account has too little')}>
      {rich('{refusal} Nothing was sent. {payIn}, or refund less.', {
        refusal: refusalText(error),
        payIn: <TextLink to={paths.payments}>{t('Pay in')}</TextLink>,
      })}
    </Notice>
  )
}

/** The account that must be named, because nobody knows where the money came from. */
export const needsTarget = (error: unknown): boolean =>
  isApiError(error) && error.details.some(({ path }) => path === 'target')
