import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMissingPermission } from '../../../api/session.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { preloadSessionKeys, useSigningSession } from '../../../signing/session.ts'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { Stepper } from '../../../ui/display/stepper.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { AccountStep } from './account-step.tsx'
import { codeChannel, sessionWays } from '../../../features/wallets/auth-labels.ts'
import { CodeStep, useSendCode } from './code-step.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import {
  usePendingCode,
  type PendingCode,
} from '../../../features/wallets/sessions/pending-code.ts'
import { loadActivities, type Signer } from '../../../features/wallets/sessions/sign-activity.ts'
import {
  type Goal,
  needsSession,
  type SetUpStep,
  setUpSteps,
  type StepName,
} from './set-up-steps.ts'
import { WalletStep } from './wallet-step.tsx'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { q, wallets } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'
import { CodeForm } from '../../../features/wallets/sessions/code-form.tsx'
import { IdentityForm } from '../../../features/wallets/sessions/identity-form.tsx'
import { ProblemNotice } from '../../../features/wallets/sessions/problem-notice.tsx'

const headings: Record<Goal, { title: string; text: string }> = {
  wallet: {
    title: t('Set up a wallet'),
    text: t(
      'Four steps, about two minutes. The keys belong to the entity: no one here can sign without its session or passkey.',
    ),
  },
  passkey: {
    title: t('Add a passkey'),
    text: t(
      'Another device that can sign transfers. The entity’s primary method has to approve it, so it opens a session first.',
    ),
  },
  account: {
    title: t('Add an account'),
    text: t(
      'Another token for the wallet. A wallet has one address per network for all its tokens.',
    ),
  },
}

/** The guided steps to a wallet, a further passkey or a further account. */
export function SetUp({ view, goal }: { view: WalletView; goal: Goal }) {
  const query = useQuery(q(wallets.passkeys, { entityId: view.entity.entityId }))
  const missing = useMissingPermission('wallets:write')
  usePrefetchQuery(jurisdictionsQuery)
  useEffect(() => {
    void preloadSessionKeys()
    void loadActivities()
  }, [])
  const { title, text } = headings[goal]
  return (
    <Card title={title} className="max-w-[720px]">
      <p className="muted mb-4">{text}</p>
      {missing ? (
        <Notice tone="hand" title={missing}>
          {t('Your role does not allow this. Someone with the right role can continue from here.')}
        </Notice>
      ) : (
        <Region query={query} what={t('Passkeys')}>
          {({ data }) => (
            <Steps
              view={view}
              goal={goal}
              passkeys={data.filter(({ status }) => status === 'ACTIVE')}
            />
          )}
        </Region>
      )}
    </Card>
  )
}

type StepsProps = { view: WalletView; goal: Goal; passkeys: Signer['passkeys'] }

function Steps({ view, goal, passkeys }: StepsProps) {
  const { entityId } = view.entity
  const session = useSigningSession(entityId)
  const code = usePendingCode(entityId)
  const finish = useFinish(entityId)
  const hasEnded = useHasEnded(session !== undefined)
  const signer: Signer = { session, passkeys }
  const steps = setUpSteps(goal, {
    hasCode: code !== undefined,
    hasSession: session !== undefined,
    hasPasskey: passkeys.length > 0,
    hasWallet: view.wallets.length > 0,
  })
  const channel = codeChannel(view.authMethods)
  const byIdentity = sessionWays(view.authMethods).includes('OAuth')
  const contents: Record<StepName, ReactNode> = {
    code: channel ? (
      <CodeStep view={view} />
    ) : byIdentity ? (
      <IdentityStep entityId={entityId} />
    ) : (
      <NoChannel />
    ),
    session: code ? <SessionStep entityId={entityId} code={code} view={view} /> : null,
    passkey: session ? (
      <PasskeyStep
        session={session}
        count={passkeys.length}
        onDone={goal === 'passkey' ? () => finish(t('Passkey added'), 'authentication') : undefined}
      />
    ) : null,
    wallet: (
      <WalletStep
        entityId={entityId}
        signer={signer}
        onDone={() => finish(t('Wallet created'), undefined)}
      />
    ),
    account: (
      <AccountStep
        view={view}
        signer={signer}
        onDone={() => finish(t('Account added'), undefined)}
      />
    ),
  }
  return (
    <div ref={useFocusOnNextStep(steps)}>
      {hasEnded && needsSession(goal, { hasPasskey: passkeys.length > 0 }) ? (
        <div className="mb-4">
          <SessionEnded />
        </div>
      ) : null}
      <Stepper
        vertical
        label={t('Set-up steps')}
        steps={steps.map((step) => ({
          ...step,
          name: stepNames[step.name],
          children: step.state === 'current' ? contents[step.name] : <Line step={step} />,
        }))}
      />
      {steps.every(({ state }) => state === 'done') ? (
        <LinkButton to={paths.wallet(entityId)} variant="primary">
          {t('Open wallet')}
        </LinkButton>
      ) : null}
    </div>
  )
}

/** Whether a session that was here is gone: its time is over, or the service says so. */
function useHasEnded(hasSession: boolean): boolean {
  const [had, setHad] = useState(hasSession)
  if (hasSession && !had) setHad(true)
  return had && !hasSession
}

/** When a step is done, its button goes away; the keyboard goes on at the next one. */
function useFocusOnNextStep(steps: readonly SetUpStep[]) {
  const list = useRef<HTMLDivElement>(null)
  const current = steps.find(({ state }) => state === 'current')?.name
  const last = useRef(current)
  useEffect(() => {
    if (last.current === current) return
    last.current = current
    const step = list.current?.querySelector('[aria-current="step"]')
    step?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [current])
  return list
}

/** Back to the wallet page, where what was made is. */
function useFinish(entityId: string) {
  const navigate = useNavigate()
  return (title: string, tab: string | undefined) => {
    toast({ tone: 'done', title })
    void navigate(paths.wallet(entityId, tab), { replace: true })
  }
}

const stepNames: Record<StepName, string> = {
  code: t('Email code'),
  session: t('Session'),
  passkey: t('Passkey'),
  wallet: t('Wallet'),
  account: t('Account'),
}

const whys: Record<StepName, string> = {
  code: t('Shows that the entity reads its own mail.'),
  session: t('Fifteen minutes in which this page can sign as the entity.'),
  passkey: t('Signs transfers later, with a fingerprint or a PIN.'),
  wallet: t('Gives the entity an address for each token.'),
  account: t('Gives the wallet an address for one more token.'),
}

/** Why a step is there; the one that is next says it at length. */
function Line({ step }: { step: SetUpStep }) {
  return <p className="muted -mt-2">{whys[step.name]}</p>
}

function SessionEnded() {
  return (
    <Notice tone="wait" alert>
      {t('The session has ended. Your progress is kept; send a new code to continue.')}
    </Notice>
  )
}

function NoChannel() {
  return (
    <Notice tone="hand" title={t('This entity has no e-mail or phone method')}>
      {t(
        'It signs with an API key. A program with that key has to add an e-mail method first, with register-auth.',
      )}
    </Notice>
  )
}

type Props = { entityId: string; code: PendingCode; view: WalletView }

/** Turns the code into a session. */
function SessionStep({ entityId, code, view }: Props) {
  const send = useSendCode(view)
  return (
    <div className="grid -mt-2">
      <p className="muted">
        {t(
          'The code opens a 15-minute session. While it lasts, this page can sign as the entity; the key is made by this browser and never leaves it.',
        )}
      </p>
      <CodeForm
        entityId={entityId}
        code={code}
        again={{ send: () => send.mutate(), isBusy: send.isPending, error: send.error }}
        problem={(error) => <ProblemNotice error={error} />}
      />
    </div>
  )
}

/** The same without a code, where the entity signs in at an identity provider. */
function IdentityStep({ entityId }: { entityId: string }) {
  return (
    <div className="grid -mt-2">
      <p className="muted">
        {t('This entity signs in at an identity provider. Its token opens a 15-minute session.')}
      </p>
      <IdentityForm entityId={entityId} />
    </div>
  )
}
