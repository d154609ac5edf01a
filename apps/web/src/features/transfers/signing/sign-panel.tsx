import { useQuery } from '@tanstack/react-query'
import { Fingerprint as FingerprintIcon, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { TextLink } from '../../../ui/page/links.tsx'
import { RegionError, RequestId } from '../../../ui/page/region.tsx'
import { smallScreen, useMedia } from '../../../ui/table/model/use-media.ts'
import { paths } from '../../../routing/paths.ts'
import { preloadSessionKeys, useSigningSession } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useTimeLeft } from '../../../ui/display/countdown.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { hasSigned } from './further-stamp.ts'
import type { WalletQuoted } from './quoted.ts'
import { sessionWays } from '../../wallets/auth-labels.ts'
import { SessionPanel } from './session-panel.tsx'
import { type Passkey, walletDetailsQuery } from '../../../api/queries/wallets.ts'
import type { Signing, SigningProblem } from './use-signing.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'
import { q, wallets } from '../../../api/call.ts'
import { locale } from '../../../messages/language.ts'

type Props = { quote: WalletQuoted; signing: Signing; disabledReason: string | undefined }

/** The ways to sign that the wallet's owner has: its passkeys, or a session of a primary method. */
export function SignPanel({ quote, signing, disabledReason }: Props) {
  const { entityId, name } = quote.from.place
  const passkeysRead = useQuery(q(wallets.passkeys, { entityId }))
  const wallet = useQuery(walletDetailsQuery(entityId))
  const session = useSigningSession(entityId)
  const [withSession, setWithSession] = useState(false)
  const methods = wallet.data?.data.authMethods ?? []
  const canOpen = sessionWays(methods).length > 0
  const further = furtherOf(quote, signing)
  if (passkeysRead.error && !passkeysRead.data) {
    return (
      <RegionError
        error={passkeysRead.error}
        what={t('Passkeys')}
        onRetry={() => void passkeysRead.refetch()}
      />
    )
  }
  const live = (passkeysRead.data?.data ?? []).filter(({ status }) => status === 'ACTIVE')
  const passkeys = live.filter(({ credentialId }) => !further || !hasSigned(further, credentialId))
  const none = passkeysRead.data !== undefined && passkeys.length === 0
  return (
    <div className="grid">
      <ProblemNotice quote={quote} signing={signing} passkeys={passkeys} />
      {further ? (
        <Notice tone="hand" alert title={t('One more signature is needed')}>
          {further.because.join(' ')}{' '}
          {t(
            'Nothing was sent yet. Another passkey, or a session of another method, has to sign as well.',
          )}
        </Notice>
      ) : null}
      {further && none ? null : none ? (
        <Notice tone="hand" title={t('{name} has no signing passkey', { name })}>
          <AddPasskey entityId={entityId} canOpen={canOpen} />
        </Notice>
      ) : (
        <PasskeyButton
          {...{ quote, signing, disabledReason, passkeys }}
          isFurther={Boolean(further)}
        />
      )}
      {withSession || session ? (
        <SessionPanel {...{ quote, signing, methods, disabledReason }} />
      ) : canOpen ? (
        <Button
          wide
          variant={none ? 'secondary' : 'quiet'}
          icon={KeyRound}
          disabledReason={disabledReason}
          onClick={() => {
            void preloadSessionKeys()
            setWithSession(true)
          }}
        >
          {t('Sign with a session')}
        </Button>
      ) : null}
      <Progress signing={signing} />
    </div>
  )
}

function AddPasskey({ entityId, canOpen }: { entityId: string; canOpen: boolean }) {
  const walletPage = (
    <TextLink to={paths.wallet(entityId)} className="underline">
      {t('its wallet page')}
    </TextLink>
  )
  return canOpen
    ? rich('Add one on {walletPage}, or sign with a session.', { walletPage })
    : rich('Add one on {walletPage}.', { walletPage })
}

/** Signatures that are there already, of this very quote. */
function furtherOf(quote: WalletQuoted, { further }: Signing) {
  return further?.executionId === quote.answer.executionId ? further : undefined
}

function PasskeyButton(props: Props & { passkeys: readonly Passkey[]; isFurther: boolean }) {
  const { quote, signing, disabledReason, passkeys, isFurther } = props
  const small = useMedia(smallScreen)
  const button = (
    <Button
      variant="primary"
      size="l"
      wide
      busy={signing.phase !== 'idle' || passkeys.length === 0}
      disabledReason={disabledReason}
      icon={<FingerprintIcon />}
      onClick={() => void signing.withPasskey(quote, passkeys, false)}
    >
      {isFurther ? t('Sign with another passkey') : t('Sign with passkey')}
    </Button>
  )
  return (
    <>
      {small ? <SignBar quote={quote}>{button}</SignBar> : button}
      <p className="hint">
        <UsedPasskeys passkeys={passkeys} owner={quote.from.place.name} />
      </p>
    </>
  )
}

const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })

function UsedPasskeys({ passkeys, owner }: { passkeys: readonly Passkey[]; owner: string }) {
  const names = <b>{alternatives.format(passkeys.map(({ name }) => name))}</b>
  return passkeys.length === 1
    ? rich('Uses {names}, signing passkey of {owner}. Your sign-in passkey cannot answer.', {
        names,
        owner,
      })
    : rich('Uses {names}, signing passkeys of {owner}. Your sign-in passkey cannot answer.', {
        names,
        owner,
      })
}

/** On a small screen the button stays in reach, with the time that is left beside it. */
function SignBar({ quote, children }: { quote: WalletQuoted; children: React.ReactNode }) {
  const seconds = Math.ceil(useTimeLeft(quote.answer.validUntil) / 1000)
  return (
    <div className="sign-bar">
      <span className="nowrap number muted">
        {rich('{time} left', {
          time: (
            <span className="strong">
              {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
            </span>
          ),
        })}
      </span>
      {children}
    </div>
  )
}

function Progress({ signing }: { signing: Signing }) {
  const text = {
    idle: '',
    asking: t('Waiting for the signature. Nothing has been sent yet.'),
    sending: t('Signed. Waiting for the service to accept it.'),
  }[signing.phase]
  return <output className={text ? 'muted' : 'visually-hidden'}>{text}</output>
}

type ProblemProps = { quote: WalletQuoted; signing: Signing; passkeys: readonly Passkey[] }

function ProblemNotice({ quote, signing, passkeys }: ProblemProps) {
  const { problem } = signing
  if (!problem) return null
  const mayAskAgain =
    problem.kind === 'ceremony' ||
    (problem.refusal !== 'unknown' &&
      problem.refusal !== 'policy' &&
      problem.signatureType === 'WebAuthn')
  const retry = (otherDevice: boolean) => void signing.withPasskey(quote, passkeys, otherDevice)
  return (
    <Notice tone="fail" alert title={titleOf(problem)}>
      {problem.kind === 'ceremony' ? null : problem.text}
      <div className="row flex-wrap mt-2">
        {problem.kind === 'refused' && problem.refusal === 'unknown' ? (
          <Button size="s" onClick={() => void signing.again(quote)}>
            {t('Send again')}
          </Button>
        ) : null}
        {mayAskAgain ? (
          <Button size="s" onClick={() => retry(false)}>
            {t('Try again')}
          </Button>
        ) : null}
        {problem.kind === 'ceremony' ? (
          <Button size="s" onClick={() => retry(true)}>
            {t('Use another device')}
          </Button>
        ) : null}
      </div>
      {problem.kind === 'refused' && problem.requestId ? (
        <RequestId id={problem.requestId} />
      ) : null}
    </Notice>
  )
}

function titleOf(problem: SigningProblem): string {
  if (problem.kind === 'ceremony') return problem.text
  if (problem.refusal === 'unknown') return t('No answer yet. The transfer may have started.')
  if (problem.refusal === 'session') return t('The session has ended. Nothing was sent.')
  if (problem.refusal === 'policy')
    return t('The wallet’s policy refuses this transfer. Nothing was sent.')
  return t('The signature was refused. Nothing was sent.')
}
