import { CopyButton } from '../controls/copy-button.tsx'
import { t } from '../../messages/text.ts'

/** First 6 … last 4; short texts stay whole. The middle is never invented, only left out. */
export function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Ids lose their middle only when they are long: `cexec-01KAGF…7M2Q`. */
export function shortId(id: string): string {
  return id.length <= 20 ? id : `${id.slice(0, 12)}…${id.slice(-4)}`
}

type Props = {
  value: string
  /** What the copy button copies, in its name: "Copy address". */
  what?: string
  /** Groups of four with the ends in full ink, for detail and signing screens. */
  full?: boolean
  copy?: boolean
}

/** An address or hash; the copy button always takes the whole text. */
export function Address({ value, what = t('address'), full, copy = true }: Props) {
  return (
    <span className="inline-flex items-center gap-1 min-w-0">
      {full ? (
        <FullAddress value={value} />
      ) : (
        <span className="mono" title={value}>
          {shortAddress(value)}
        </span>
      )}
      {copy ? <CopyButton text={value} label={t('Copy {what}', { what })} /> : null}
    </span>
  )
}

/** `0x3089 7EA4 … 71aF` in groups; first and last group stand out, because that is what people compare. */
export function FullAddress({ value }: { value: string }) {
  const head = value.startsWith('0x') ? 6 : 4
  const groups = [value.slice(0, head), ...(value.slice(head).match(/.{1,4}/g) ?? [])]
  return (
    <span className="mono address">
      <span className="visually-hidden">{value}</span>
      <span aria-hidden="true">
        {groups.map((group, index) => (
          <span key={`${index}-${group}`}>
            {index > 0 ? ' ' : ''}
            {index === 0 || index === groups.length - 1 ? <b>{group}</b> : group}
          </span>
        ))}
      </span>
    </span>
  )
}
