import { Refused } from '../actions/action.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link as LinkIcon } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { accounts, call } from '../../api/call.ts'
import { useIdempotencyKeys } from '../../api/idempotency-key.ts'
import { EntityCombobox } from '../entities/entity-combobox.tsx'
import { jurisdictionsQuery } from '../../api/queries/accounts.ts'
import { Button, CopyButton } from '../../ui/controls/button.tsx'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { DescriptionList, fact } from '../../ui/display/blocks.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Time } from '../../ui/display/values.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { t } from '../../messages/text.ts'
import { serviceText } from '../../messages/service.ts'

export type LinkStart = { entityId?: string; jurisdictionId?: string }

/** Makes a link on which a customer chooses bank accounts, and shows it to be sent. */
export function LinkDialog({ start, onClose }: { start: LinkStart; onClose: () => void }) {
  const form = useId()
  const [entityId, setEntityId] = useState(start.entityId ?? '')
  const [jurisdictionId, setJurisdictionId] = useState(start.jurisdictionId ?? '')
  const [tried, setTried] = useState(false)
  const { data: jurisdictions } = useQuery(jurisdictionsQuery)
  const keyOf = useIdempotencyKeys()
  const create = useMutation({
    mutationFn: (body: { entityId: string; jurisdictionId: string }) =>
      call(accounts.linkToken, { body }, { idempotencyKey: keyOf(body) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (entityId && jurisdictionId) create.mutate({ entityId, jurisdictionId })
  }
  const made = create.data?.data
  const countries = (jurisdictions?.data ?? []).filter(({ type }) => type === 'country')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Bank connection link')}
      description={t(
        'Send this link to the customer. They sign in to their bank and choose the accounts. The link works once, for anyone who has it.',
      )}
      footer={
        made ? (
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button variant="primary" type="submit" form={form} busy={create.isPending}>
              {t('Create link')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <Made {...made} />
      ) : (
        <form id={form} className="grid" noValidate onSubmit={submit}>
          <EntityCombobox
            value={entityId}
            onChange={setEntityId}
            error={tried && !entityId ? t('Choose the accounts’ owner.') : undefined}
          />
          <Combobox
            label={t('Jurisdiction')}
            options={countries.map(({ id, name, currency }) => ({
              value: id,
              label: serviceText(name),
              sub: currency,
            }))}
            value={jurisdictionId}
            onChange={setJurisdictionId}
            placeholder={t('Type to search')}
            error={tried && !jurisdictionId ? t('Choose the bank’s jurisdiction.') : undefined}
          />
          <Refused title={t('The link was not created')} error={create.error} />
        </form>
      )}
    </Dialog>
  )
}

type MadeLink = { linkToken: string; linkUrl: string; expiresAt: string }

function Made({ linkToken, linkUrl, expiresAt }: MadeLink) {
  const copy = async () => {
    await navigator.clipboard.writeText(linkUrl)
    toast({ tone: 'done', title: t('Link copied') })
  }
  return (
    <div className="grid">
      <div className="code">
        <span className="mono">{linkUrl}</span>
      </div>
      <div>
        <Button icon={LinkIcon} onClick={() => void copy()}>
          {t('Copy link')}
        </Button>
      </div>
      <DescriptionList
        rows={[
          fact(
            t('Link token'),
            <span className="inline-flex items-center gap-1 min-w-0">
              <span className="mono">{linkToken}</span>
              <CopyButton text={linkToken} label={t('Bank connection link')} />
            </span>,
          ),
          fact(t('Valid until'), <Time at={expiresAt} detail="second" withZone />),
        ]}
      />
    </div>
  )
}
