import { toText } from '@corridor/domain/money'
import type { Place } from '../../../signing/payload-check.ts'
import type { DecodedPayload } from '../../../signing/read-payload.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import type { WalletQuoted } from './quoted.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

const nativeDecimals = 18

const shownDigits = 3

/** Wei as coins in three digits, rounded up: a fee is at most this, never more. */
export function nativeText(wei: bigint): string {
  const surplus = Math.max(0, wei.toString().length - shownDigits)
  const unit = 10n ** BigInt(surplus)
  return toText(((wei + unit - 1n) / unit) * unit, nativeDecimals)
}

/** The payload in a sentence. A name stands only where the bytes are the ones known under it. */
export function Sentence({ quote, decoded }: { quote: WalletQuoted; decoded: DecodedPayload }) {
  const { transfer, signWith } = decoded
  const { from, to, decimals } = { ...quote, decimals: quote.from.decimals }
  const knownToken = same(transfer.token, from.place.tokenAddress)
  const amount = toText(transfer.amount, knownToken ? decimals : 0)
  const unit = knownToken ? from.currency : t('units of {token}', { token: transfer.token })
  const sum = `${amountText(amount)} ${unit}`
  const network =
    String(transfer.chainId) === from.place.chainId
      ? from.place.networkName
      : t('chain {chainId}', { chainId: transfer.chainId })
  return (
    <p>
      {rich('Send {amount} on {network} from {payer} to {payee}. They receive {received}.', {
        amount: <b>{sum}</b>,
        network: <b>{network}</b>,
        payer: <Party address={signWith} known={from.place} />,
        payee: <Party address={transfer.recipient} known={to.place} />,
        received: sum,
      })}
    </p>
  )
}

function Party({ address, known }: { address: string; known: Place }) {
  if (!same(address, known.walletAddress)) {
    return (
      <>
        <b>{t('an unknown address')}</b> <span className="mono break-anywhere">{address}</span>
      </>
    )
  }
  return (
    <>
      <b>{known.name}</b> <span className="mono nowrap">…{address.slice(-4)}</span>
    </>
  )
}

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()
