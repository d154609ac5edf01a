import { ChevronRight, Fingerprint, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageLink } from '../../../ui/page/links.tsx'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { usePasskeySignIn } from '../../../features/access/use-passkey-sign-in.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { AccessFrame } from '../../../features/access/frame.tsx'
import { useEnter } from '../../../features/access/use-enter.ts'
import { t } from '../../../messages/text.ts'

/** Passkeys only. The browser offers the keys it has; no name has to be typed. */
export function Component() {
  const enter = useEnter()
  const [search] = useSearchParams()
  const [helps, setHelps] = useState(false)
  const { start, busy, problem } = usePasskeySignIn((session) =>
    enter(session, safeNext(search.get('next'))),
  )
  const button = useRef<HTMLButtonElement>(null)
  // Enter signs in, because there is nothing else to fill in.
  useEffect(() => button.current?.focus(), [])
  return (
    <AccessFrame>
      <PageTitle>{t('Sign in')}</PageTitle>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <h1>{t('Sign in')}</h1>
        <p className="muted mt-1">{t('With a passkey. There are no passwords here.')}</p>
        <div className="stack mt-8" style={{ gap: 16 }}>
          {problem ? (
            <Notice tone="fail" alert title={problem}>
              {t('Try again, or use another device.')}
            </Notice>
          ) : null}
          <Button
            ref={button}
            type="submit"
            variant="primary"
            size="l"
            wide
            busy={busy}
            icon={<Fingerprint />}
          >
            {t('Sign in with passkey')}
          </Button>
        </div>
      </form>
      <ul className="access-options">
        <li>
          <button type="button" className="access-option" onClick={() => setHelps(true)}>
            <Alternative
              icon={<Smartphone />}
              title={t('Use another device')}
              text={t('Scan a code with the phone that holds your passkey')}
            />
          </button>
        </li>
        <li>
          <PageLink to={paths.recover} className="access-option">
            <Alternative
              icon={<LifeBuoy />}
              title={t('Lost your passkey?')}
              text={t('A recovery code lets you create a new one')}
            />
          </PageLink>
        </li>
      </ul>
      <DeviceHelp open={helps} onClose={() => setHelps(false)} onStart={start} />
    </AccessFrame>
  )
}

/**
 * Only addresses of this console: a link from elsewhere must not send people away after sign-in.
 * The browser's own reading decides, because it also takes `//` and `/\` for another host.
 */
function safeNext(next: string | null): string | undefined {
  const { origin } = window.location
  // Who came by the bare address begins where they like to.
  if (next === paths.overview || !next?.startsWith('/') || !URL.canParse(next, origin))
    return undefined
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}

function Alternative({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <>
      {icon}
      <span className="grow">
        <span className="strong">{title}</span>
        <span>{text}</span>
      </span>
      <ChevronRight className="icon-medium" />
    </>
  )
}

type HelpProps = { open: boolean; onClose: () => void; onStart: () => void }

function DeviceHelp({ open, onClose, onStart }: HelpProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('Use another device')}
      description={t(
        'Choose “Use a phone, tablet or security key” in the browser’s window. It shows a code; scan it with the phone that holds your passkey and keep both devices near each other.',
      )}
      footer={
        <Button
          variant="primary"
          onClick={() => {
            onClose()
            onStart()
          }}
        >
          {t('Open the browser’s window')}
        </Button>
      }
    />
  )
}
