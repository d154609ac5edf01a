import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../../ui/page/links.tsx'
import { webhookEndpointsQuery } from '../../../api/queries/webhooks.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { type Step, Stepper } from '../../../ui/display/stepper.tsx'
import { q, entities, accounts } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** A workspace without transfers: what to do first, and what is done already. */
export function FirstSteps() {
  const todo = useTodo()
  const current = todo.findIndex((step) => !step.done)
  const count = todo.filter((step) => step.done).length
  return (
    <Card
      title={t('First steps')}
      beside={
        <span className="muted">{t('{count} of {total} done', { count, total: todo.length })}</span>
      }
    >
      <Stepper
        vertical
        label={t('First steps')}
        steps={todo.map(({ name, text, done, to, action, anytime }, index): Step => {
          const isCurrent = index === current
          return {
            name,
            state: done ? 'done' : isCurrent ? 'current' : 'todo',
            children: (
              <div className="row between flex-wrap -mt-2">
                <span className="muted">{text}</span>
                {isCurrent || (anytime && !done) ? (
                  <LinkButton to={to} variant={isCurrent ? 'primary' : 'secondary'}>
                    {action}
                  </LinkButton>
                ) : null}
              </div>
            ),
          }
        })}
      />
    </Card>
  )
}

function useTodo() {
  const anyEntity = useQuery(q(entities.list, { limit: '1' }))
  const anyAccount = useQuery(q(accounts.listExternal, { limit: '1' }))
  const endpoints = useQuery(webhookEndpointsQuery)
  const hasEntity = (anyEntity.data?.data.length ?? 0) > 0
  const hasAccount = (anyAccount.data?.data.length ?? 0) > 0
  return [
    {
      name: t('Create an entity'),
      text: t('The person or business whose money you move.'),
      done: hasEntity,
      to: paths.newEntity,
      action: t('New entity'),
    },
    {
      name: t('Set up its wallet'),
      text: t('The entity confirms its e-mail, creates a signing passkey and gets an address.'),
      done: hasAccount,
      to: paths.wallets,
      action: t('Open wallets'),
    },
    {
      name: t('Send a first transfer'),
      text: t('Get a quote, check what you sign, sign with the passkey and watch it arrive.'),
      done: false,
      to: paths.newTransfer,
      action: t('New transfer'),
    },
    {
      name: t('Register a webhook'),
      text: t('Your server receives every change as a signed event.'),
      done: (endpoints.data?.data.length ?? 0) > 0,
      to: paths.webhooks(),
      action: t('Register a webhook'),
      /** Waits for none of the steps before it. */
      anytime: true,
    },
  ]
}
