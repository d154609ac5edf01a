import { CopyButton } from '../../ui/controls/button.tsx'
import { shortAddress } from '../../ui/display/values.tsx'
import { t } from '../../messages/text.ts'

type Props = { hash: string; url: string; what?: string }

/** A transaction's hash, leading to the chain's explorer where there is one. */
export function ChainLink({ hash, url, what = t('transaction hash') }: Props) {
  if (!hash) return <span className="faint">–</span>
  return (
    <span className="inline-flex items-center gap-1 min-w-0">
      {url ? (
        <a className="mono link" href={url} target="_blank" rel="noreferrer" title={hash}>
          {shortAddress(hash)} <span className="visually-hidden">{t('in the explorer')}</span>
        </a>
      ) : (
        <span className="mono" title={hash}>
          {shortAddress(hash)}
        </span>
      )}
      <CopyButton text={hash} label={t('Copy {what}', { what })} />
    </span>
  )
}
