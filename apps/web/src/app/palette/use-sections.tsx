import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { hitsSeen, type SearchHit, searchQuery } from '../../api/search.ts'
import { type TeamMember, teamQuery } from '../../api/queries/team.ts'
import { listedTransfers } from '../../api/queries/transfers.ts'
import { type SavedView, viewAddress, viewsQuery } from '../../api/queries/views.ts'
import { applyView } from '../../features/views/view-state.ts'
import { paths } from '../../routing/paths.ts'
import { errorText } from '../../api/errors.ts'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { navItems } from '../navigation/nav-items.ts'
import { commandItems, recordItems, settingItems } from './commands.ts'
import { hitItem, sectionsOfHits } from './hits.tsx'
import { filled, fitting, type Item, type Mode, readText, type Section } from './items.ts'
import type { RecordInView } from './record-in-view.ts'
import { recordPath } from '../../routing/record-path.ts'
import { recentlyVisited } from './visited.ts'
import { queries } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

/** Shorter texts find what is here already. */
const askedMin = 2

/** What the palette lists for a text: what is known at once, then what the service finds. */
export function useSections(typed: string, record: RecordInView | undefined, onSheet: () => void) {
  const { mode, text } = readText(typed)
  const isAsked =
    record === undefined && (mode === 'all' || mode === 'people') && text.length >= askedMin
  const answer = useAnswer(isAsked ? text : '')
  const own = useOwnSections(text, onSheet)
  const page = recordPath(text)
  const exact: Section = {
    title: t('Exact match'),
    items: page === undefined ? [] : [{ key: text, label: text, to: page }],
  }
  const known = useKnown(text)
  const hits = isAsked ? merged(known, answer.hits) : []
  const byMode: Record<typeof mode, readonly Section[]> = {
    all: [
      exact,
      own.recent,
      own.pages,
      own.actions,
      ...sectionsOfHits(hits),
      ...(text === '' ? [] : [own.views, own.settings]),
    ],
    actions: [own.actions, own.settings],
    people: [...sectionsOfHits(fit('people', hits)), own.members],
    views: [own.views],
  }
  const ofRecord = { title: t('This record'), items: record ? recordItems(record) : [] }
  return {
    sections: filled(record ? [fitted(ofRecord, text)] : byMode[mode]),
    isBusy: isAsked && !answer.isAnswered,
    /** The first line of the answer, asked for at once. */
    ask: async () => (isAsked ? first(sectionsOfHits(fit(mode, await answer.ask()))) : undefined),
    none: answer.error ? errorText(answer.error) : t('Nothing matches.'),
  }
}

/** What is shown already stays in its place, as the answer has it; the rest follows. */
function merged(known: readonly SearchHit[], answered: readonly SearchHit[]): SearchHit[] {
  const latest = new Map(answered.map((hit) => [hit.id, hit]))
  return [...known.map((hit) => latest.get(hit.id) ?? hit), ...answered]
}

const first = (sections: readonly Section[]) => sections[0]?.items[0]

const kindsOfPeople: readonly string[] = ['entity', 'account', 'fundingAccount']
const fit = (mode: Mode, hits: readonly SearchHit[]) =>
  mode === 'people' ? hits.filter(({ kind }) => kindsOfPeople.includes(kind)) : hits

/** What is known without the service: pages, commands and settings. */
function useOwnSections(text: string, onSheet: () => void) {
  const session = useSession()
  const preferences = usePreferences()
  const views = useQuery(viewsQuery).data ?? []
  const members = useQuery(teamQuery).data?.members ?? []
  const recent = recentlyVisited().map(({ to, title }) => ({ key: `to ${to}`, label: title, to }))
  const pages = navItems.map(({ to, label }): Item => ({ key: `to ${to}`, label, to }))
  const commands = commandItems(session?.member.permissions ?? [], onSheet)
  return {
    recent: fitted({ title: t('Recent'), items: recent }, text),
    pages: fitted({ title: t('Go to'), items: pages }, text),
    actions: fitted({ title: t('Actions'), items: commands }, text),
    settings: fitted({ title: t('Settings'), items: settingItems(preferences) }, text),
    views: fitted({ title: t('Saved views'), items: views.map(viewItem) }, text),
    members: fitted({ title: t('Team'), items: members.map(memberItem) }, text),
  }
}

const fitted = ({ title, items }: Section, text: string): Section => ({
  title,
  items: fitting(items, text),
})

const viewItem = (view: SavedView): Item => ({
  key: `view ${view.viewId}`,
  label: view.name,
  sub: view.list,
  to: viewAddress(view),
  run: () => applyView(view),
})

const memberItem = ({ memberId, name, email }: TeamMember): Item => ({
  key: `member ${memberId}`,
  label: name,
  sub: email ?? '',
  to: paths.team,
})

const pauseMs = 120

/** The answer to the text, asked for once typing pauses; one that is no longer wanted is given up. */
function useAnswer(text: string) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching } = useQuery({
    ...searchQuery(asked),
    enabled: asked !== '' && asked === text,
  })
  const isAnswered = asked === text && !isFetching && (data !== undefined || error !== null)
  return {
    hits: isAnswered ? (data?.data ?? []) : [],
    error: isAnswered ? error : null,
    isAnswered,
    ask: async () => {
      const answered = await queries.fetchQuery(searchQuery(text)).catch(() => undefined)
      return answered?.data ?? []
    },
  }
}

/** Records that are in the page's memory and fit; they are here before the service has answered. */
function useKnown(text: string): readonly SearchHit[] {
  if (text.length < askedMin) return []
  const listed = listedTransfers(queries).map((row): SearchHit => ({
    kind: 'transfer',
    id: row.executionId,
    parentId: '',
    title: row.transactionId,
    subtitle: t('{payer} to {payee}', {
      payer: row.parties?.payer ?? row.from.fullName,
      payee: row.parties?.payee ?? row.to.fullName,
    }),
    status: row.status,
    amount: { amount: row.from.amount, currency: row.from.currency },
    at: row.createdAt,
    match: 'name',
  }))
  const all = [...listed, ...hitsSeen(queries)].map((hit) => ({ hit, item: hitItem(hit) }))
  const items = fitting(
    all.map(({ item }) => item),
    text,
  )
  const keys = new Set(items.map(({ key }) => key))
  return all.flatMap(({ hit, item }) => (keys.has(item.key) ? [hit] : [])).slice(0, knownMax)
}

const knownMax = 8
