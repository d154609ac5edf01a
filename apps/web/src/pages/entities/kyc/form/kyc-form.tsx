import { FormSummary } from '../../../../ui/fields/form-summary.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { kyc as operations, q } from '../../../../api/call.ts'
import { queries } from '../../../../api/query-client.ts'
import { useAction } from '../../../../features/actions/action.tsx'
import { useMissingPermission } from '../../../../api/session.ts'
import { entitiesKey, type Entity } from '../../../../api/queries/entities.ts'
import { FieldForm } from '../../../../ui/fields/field-form.tsx'
import { type FieldFormState, useFieldForm } from '../../../../ui/fields/use-field-form.ts'
import type { Values } from '../../../../ui/fields/values.ts'
import { Region } from '../../../../ui/page/region.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { serviceNow } from '../../../../api/clock.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { ConsentsCard, FeeCard } from './kyc-consents.tsx'
import { DocumentSlots } from '../documents/kyc-documents.tsx'
import { keepable } from '../../../../features/drafts/keepable.ts'
import { type KycDraft, emptyDraft, restoreDraft } from './kyc-draft.ts'
import type { Capability, Kyc, KycDocument } from '../../../../api/queries/kyc.ts'
import { ScopeCard } from './kyc-scope.tsx'
import type { Asked } from './kyc-union.ts'
import { closedReason, labelOf, slotsOf } from '../../../../features/kyc/kyc-labels.ts'
import { documentIdsFor, problemsOf, type Rest } from '../documents/submission.ts'
import { SavedText } from '../../../../features/drafts/draft-line.tsx'
import { draftOf } from '../../../../features/drafts/kinds.ts'
import { type DraftSaving, useDraftSaving } from '../../../../features/drafts/saving.ts'
import { entityName, entityCountry } from '../../../../features/entities/entity-name.ts'
import { useRequirements } from './use-requirements.ts'
import { Card, Notice } from '../../../../ui/display/blocks.tsx'
import { jurisdictionsQuery } from '../../../../api/queries/accounts.ts'
import { draftQuery } from '../../../../api/queries/drafts.ts'
import { t } from '../../../../messages/text.ts'

type Props = { entity: Entity; kyc: Kyc }
/** The form of a verification once its draft is read; a submission begins a new one. */
export function KycForm({ entity, kyc, labels }: Props & { labels: ReadonlyMap<string, string> }) {
  const draft = useKeptDraft(entity, kyc.capabilities)
  const [round, setRound] = useState(0)
  const [missing, setMissing] = useState<readonly string[]>([])
  const [shownAnyway, setShownAnyway] = useState(false)
  const closed = closedReason(kyc)
  if (closed && !shownAnyway) return <Closed reason={closed} onShow={() => setShownAnyway(true)} />
  if (!draft) return null
  return (
    <div className="grid">
      {missing.length > 0 ? <Incomplete key={round} missing={missing} labels={labels} /> : null}
      <Scoped
        key={round}
        entity={entity}
        kyc={kyc}
        kept={draft}
        onSent={(lacking) => {
          setMissing(lacking)
          setRound((before) => before + 1)
          // The form is gone: what comes next is shown at the top.
          if (lacking.length === 0) window.scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}

type ScopedProps = Props & { kept: KycDraft; onSent: (missing: readonly string[]) => void }

/** The scope, and below it what follows from it. */
function Scoped({ entity, kyc, kept, onSent }: ScopedProps) {
  const { entityId } = entity
  const [draft, setDraft] = useState(kept)
  const [picking, setPicking] = useState(kept.jurisdictionIds.length > 0)
  // With the sensitive ones, which the draft does not hold: another scope reads its questions anew.
  const [typed, setTyped] = useState<Values>(kept.fields)
  const asked = useRequirements(entityId, draft)
  const documents = useQuery(q(operations.documents, { entityId }))
  const saving = useDraftSaving({
    draftId: draftOf('kyc', entityId),
    kind: 'kyc',
    title: entityName(entity),
    body: draft,
    start: kept,
  })
  const { requirements } = asked
  return (
    <div className="grid">
      <ScopeCard
        capabilities={kyc.capabilities}
        scope={draft}
        picking={picking}
        onPicking={setPicking}
        onChange={(scope) => setDraft({ ...draft, ...scope })}
      />
      <Region query={{ ...asked.query, data: requirements }} what={t('Requirements')}>
        {(current) => (
          <Answers
            entity={entity}
            kyc={kyc}
            asked={current}
            uploaded={documents.data?.data ?? []}
            draft={draft}
            initial={typed}
            onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
            onTyped={(answers, fields) => {
              setTyped(answers)
              setDraft((before) => ({ ...before, fields: keepable(fields, answers) }))
            }}
            onRefresh={asked.evaluate}
            saving={saving}
            onSent={(missing) => {
              saving.forget()
              asked.forget()
              onSent(missing)
            }}
          />
        )}
      </Region>
    </div>
  )
}

type AnswersProps = Props & {
  asked: Asked
  uploaded: readonly KycDocument[]
  draft: KycDraft
  initial: Values
  onDraft: (change: Partial<KycDraft>) => void
  onTyped: (typed: Values, fields: Asked['groups'][number]['fields']) => void
  onRefresh: (answers: Values) => void
  saving: DraftSaving
  onSent: (missing: readonly string[]) => void
}

function Answers(props: AnswersProps) {
  const { entity, kyc, asked, uploaded, draft, onDraft, onTyped, onRefresh, saving } = props
  const { groups, documents, consents } = asked
  const fields = useMemo(() => groups.flatMap((group) => group.fields), [groups])
  const state = useFieldForm({
    groups,
    initial: props.initial,
    pathPrefix: 'fields.',
    onChange: (_, typed) => onTyped(typed, fields),
    onRefresh,
  })
  const sending = useSubmission(props, state)
  const missing = useMissingPermission('kyc:write')
  const { element, submit } = state
  return (
    <section className="grid" aria-label={t('Questions')} ref={element}>
      <FormSummary title={t('The verification was not submitted')} problem={state.problem} />
      <FieldForm state={state} />
      <DocumentSlots
        entity={entity}
        specs={documents}
        uploaded={uploaded}
        problems={sending.problems.slots}
      />
      {consents.length > 0 ? (
        <ConsentsCard
          consents={consents}
          draft={draft}
          problems={sending.problems.rest}
          onChange={onDraft}
          now={serviceNow}
        />
      ) : null}
      <FeeCard draft={draft} problems={sending.problems.rest} onChange={onDraft} />
      <div className="row flex-wrap">
        <Button
          variant="primary"
          size="l"
          busy={sending.busy}
          disabledReason={missing ?? closedReason(kyc)}
          onClick={submit(sending.send)}
        >
          {t('Submit for verification')}
        </Button>
        <SavedText saving={saving} except={t('without identification numbers')} />
      </div>
    </section>
  )
}

/** Sends the form; what the service refuses goes to the part of the form that it is about. */
function useSubmission(props: AnswersProps, state: FieldFormState) {
  const { entity, asked, uploaded, draft, onSent } = props
  const { entityId } = entity
  const [problems, setProblems] = useState<Problems>(none)
  const slots = slotsOf(asked.documents)
  const action = useAction(operations.submit, {
    onDone: async ({ data }) => {
      if (data.missing.length === 0) toast({ tone: 'done', title: t('Submitted for verification') })
      onSent(data.missing)
      await queries.invalidateQueries({ queryKey: entitiesKey })
    },
    onRefused: (error) => {
      const found = { slots: new Map<string, string>(), rest: new Map<Rest, string>() }
      state.refuse(error, (detail) => {
        const { slot, rest } = problemsOf(detail.path, slots)
        if (slot) found.slots.set(slot, detail.message)
        if (rest) found.rest.set(rest, detail.message)
        return Boolean(slot ?? rest)
      })
      setProblems(found)
    },
  })
  const send = (fields: Values) => {
    setProblems(none)
    const body = bodyOf(draft, fields, documentIdsFor(slots, uploaded))
    action.send({ params: { entityId }, body })
  }
  return { send, busy: action.isBusy, problems }
}

type Problems = { slots: ReadonlyMap<string, string>; rest: ReadonlyMap<Rest, string> }
const none: Problems = { slots: new Map(), rest: new Map() }

function bodyOf(draft: KycDraft, fields: Values, documents: { documentId: string }[]) {
  const { jurisdictionIds, level, consents, ip, feeSource, transactionHash } = draft
  return {
    ...(jurisdictionIds.length > 0 ? { jurisdictionIds: [...jurisdictionIds] } : {}),
    level,
    fields,
    documents,
    consents: Object.entries(consents).map(([type, acceptedAt]) => ({ type, acceptedAt, ip })),
    feeSource,
    ...(feeSource === 'TRANSACTION' ? { transactionHash: transactionHash.trim() } : {}),
  }
}

type IncompleteProps = { missing: readonly string[]; labels: ReadonlyMap<string, string> }

/** What was sent is kept, but nobody looks at it before the rest is there. */
function Incomplete({ missing, labels }: IncompleteProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone="hand" alert title={t('Saved, but not submitted: something is missing')}>
        <ul>
          {missing.map((key) => (
            <li key={key}>{labelOf(key, labels)}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** In most states there is nothing to send; what was asked can be looked at all the same. */
function Closed({ reason, onShow }: { reason: string; onShow: () => void }) {
  return (
    <Card title={t('Questions')} end={<Button onClick={onShow}>{t('Show the form')}</Button>}>
      <p className="muted">
        {t('Nothing to submit now.')} {reason}.
      </p>
    </Card>
  )
}

/** The draft of an entity's form once it is read, or a new one; undefined until then. */
function useKeptDraft(entity: Entity, capabilities: readonly Capability[]): KycDraft | undefined {
  const known = useQuery(jurisdictionsQuery)
  const { data, error } = useQuery(draftQuery(draftOf('kyc', entity.entityId)))
  // What cannot be read must not keep a person from the form.
  if ((!data && !error) || known.isPending) return undefined
  if (data?.kept) return restoreDraft(data.kept)
  // The customer's own country: the questions of all others are asked only when they are needed.
  const country = entity.permanentAddress.country || entityCountry(entity)
  const offered = new Set(capabilities.map(({ jurisdictionId }) => jurisdictionId))
  const home = (known.data?.data ?? []).filter(
    ({ id, countryCode }) => countryCode === country && offered.has(id),
  )
  return { ...emptyDraft, jurisdictionIds: home.map(({ id }) => id) }
}
