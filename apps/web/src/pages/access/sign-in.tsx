import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Fingerprint, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { noteSession } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import { PageTitle } from '../../components/page-head.tsx'
import { usePasskeySignIn } from '../../components/use-passkey-sign-in.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccessFrame } from './frame.tsx'

/** Passkeys only. The browser offers the keys it has; no name has to be typed. */
export function Component() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [words] = useSearchParams()
  const [help, setHelp] = useState<Help | undefined>()
  const { start, busy, problem } = usePasskeySignIn((session) => {
    noteSession(true)
    queries.setQueryData(sessionQuery.queryKey, session)
    void navigate(safeNext(words.get('next')), { replace: true })
  })
  const button = useRef<HTMLButtonElement>(null)
  // Enter signs in, because there is nothing else to fill in.
  useEffect(() => button.current?.focus(), [])
  return (
    <AccessFrame>
      <PageTitle>Sign in</PageTitle>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <h1>Sign in</h1>
        <p className="muted mt-1">With a passkey. There are no passwords here.</p>
        <div className="stack mt-8" style={{ gap: 16 }}>
          {problem ? (
            <Notice tone="fail" alert title={problem}>
              Try again, or use another device.
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
            Sign in with passkey
          </Button>
        </div>
      </form>
      <ul className="si-alts">
        <Alternative
          icon={<Smartphone />}
          title="Use another device"
          text="Scan a code with the phone that holds your passkey"
          onClick={() => setHelp('device')}
        />
        <Alternative
          icon={<LifeBuoy />}
          title="Lost your passkey"
          text="An admin of your workspace confirms it is you"
          onClick={() => setHelp('lost')}
        />
      </ul>
      <HelpDialog help={help} onClose={() => setHelp(undefined)} onStart={start} />
    </AccessFrame>
  )
}

/**
 * Only addresses of this console: a link from elsewhere must not send people away after sign-in.
 * The browser's own reading decides, because it also takes `//` and `/\` for another host.
 */
function safeNext(next: string | null): string {
  const { origin } = window.location
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return paths.overview
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : paths.overview
}

type AlternativeProps = { icon: ReactNode; title: string; text: string; onClick: () => void }

function Alternative({ icon, title, text, onClick }: AlternativeProps) {
  return (
    <li>
      <button type="button" className="si-alt" onClick={onClick}>
        {icon}
        <span className="grow">
          <span className="strong">{title}</span>
          <span>{text}</span>
        </span>
        <ChevronRight className="i-m" />
      </button>
    </li>
  )
}

type Help = 'device' | 'lost'

const helpText: Record<Help, { title: string; text: string }> = {
  device: {
    title: 'Use another device',
    text: 'Choose “Use a phone, tablet or security key” in the browser’s window. It shows a code; scan it with the phone that holds your passkey and keep both devices near each other.',
  },
  lost: {
    title: 'Lost your passkey',
    text: 'Ask an owner or admin of your workspace for a new enrolment link. They confirm that it is you; the link creates a new passkey and works once, for 72 hours.',
  },
}

type HelpProps = { help: Help | undefined; onClose: () => void; onStart: () => void }

function HelpDialog({ help, onClose, onStart }: HelpProps) {
  const { title, text } = helpText[help ?? 'device']
  return (
    <Dialog
      open={help !== undefined}
      onOpenChange={onClose}
      title={title}
      description={text}
      {...(help === 'device'
        ? {
            footer: (
              <Button
                variant="primary"
                onClick={() => {
                  onClose()
                  onStart()
                }}
              >
                Open the browser’s window
              </Button>
            ),
          }
        : {})}
    />
  )
}
