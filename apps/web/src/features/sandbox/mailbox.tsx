import { useQuery } from '@tanstack/react-query'
import { useMissingPermission } from '../../api/session.ts'
import { CopyButton } from '../../ui/controls/button.tsx'
import { Time } from '../../ui/display/values.tsx'
import { Region } from '../../ui/page/region.tsx'
import { rich } from '../../messages/rich.tsx'
import { q, sandbox } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

/** What a live service would have sent by mail and text message, the newest first. */
export function Mailbox() {
  const missing = useMissingPermission('sandbox')
  const query = useQuery({ ...q(sandbox.outbox, { limit: '10' }), enabled: missing === undefined })
  if (missing) return <p className="muted">{missing}</p>
  return (
    <Region query={query} what={t('The mailbox')}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="muted">
            {t('No messages yet. Nothing leaves a sandbox; it is kept here.')}
          </p>
        ) : (
          <ul className="stack">
            {data.map(({ messageId, to, subject, text, code, createdAt }) => (
              <li key={messageId}>
                <span className="row">
                  <span className="strong grow">{subject}</span>
                  <Time at={createdAt} />
                </span>
                <p className="muted break-anywhere">{to}</p>
                {code ? (
                  <span className="row gap-1">
                    {rich('Code {code}', { code: <b className="mono">{code}</b> })}
                    <CopyButton text={code} label={t('Copy code {code}', { code })} />
                  </span>
                ) : (
                  <p className="break-anywhere">{text}</p>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Region>
  )
}
