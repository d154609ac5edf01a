import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { draftsQuery } from '../../../api/queries/drafts.ts'
import type { ListedDraft } from '../../../api/staff.ts'
import { kindOf } from '../../../features/drafts/kinds.ts'
import { forgetDraft } from '../../../features/drafts/saving.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { queries } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

const noDrafts = (
  <Card flush>
    <EmptyState
      title={t('No drafts')}
      actions={
        <LinkButton to={paths.newTransfer} variant="primary">
          {t('New transfer')}
        </LinkButton>
      }
    >
      {t('Forms you leave before sending are kept here. Only you can see them.')}
    </EmptyState>
  </Card>
)

const columns: SmallColumn<ListedDraft>[] = [
  smallColumn(t('Draft'), { isRowHeading: true }, (draft) => <DraftLink draft={draft} />),
  { head: t('Form'), cell: ({ kind }) => labelOf(kind) },
  { head: t('Saved'), cell: ({ updatedAt }) => <Time at={updatedAt} relative /> },
  smallColumn(
    <span className="visually-hidden">{t('Actions')}</span>,
    { align: 'end' },
    (draft) => <DeleteButton draft={draft} />,
  ),
]

/** Forms that the person left unfinished, with the way back into each. */
export function Component() {
  const kind = useSearchParams()[0].get('kind')
  const query = useQuery(draftsQuery)
  return (
    <>
      <PageHead
        heading={t('Drafts')}
        text={t('Forms you have not sent yet. Only you can see them.')}
      />
      <Tabs label={t('Drafts')} current={kind ?? 'all'} tabs={tabsOf(query.data ?? [], kind)}>
        <Region query={query} what={t('Drafts')}>
          {(all) => {
            const shown = kind === null ? all : all.filter((draft) => draft.kind === kind)
            if (shown.length === 0) return noDrafts
            return (
              <Card flush>
                <SmallTable
                  label={t('Drafts')}
                  columns={columns}
                  rows={shown}
                  rowId={({ draftId }) => draftId}
                />
              </Card>
            )
          }}
        </Region>
      </Tabs>
    </>
  )
}

/** All, and each form of which there is a draft. */
function tabsOf(all: readonly ListedDraft[], current: string | null) {
  const kinds = [...new Set([...all.map(({ kind }) => kind), ...(current ? [current] : [])])]
  return [
    { key: 'all', label: t('All'), to: paths.drafts, count: all.length },
    ...kinds.sort().map((kind) => ({
      key: kind,
      label: labelOf(kind),
      to: `${paths.drafts}?kind=${kind}`,
      count: all.filter((draft) => draft.kind === kind).length,
    })),
  ]
}

const labelOf = (kind: string): string => kindOf(kind)?.label ?? kind
const nameOf = ({ kind, title }: ListedDraft): string =>
  title || t('{form} without a name', { form: labelOf(kind) })

function DraftLink({ draft }: { draft: ListedDraft }) {
  const path = kindOf(draft.kind)?.pathOf(draft.draftId)
  return path === undefined ? nameOf(draft) : <TextLink to={path}>{nameOf(draft)}</TextLink>
}

function DeleteButton({ draft }: { draft: ListedDraft }) {
  return (
    <Button
      size="s"
      variant="quiet"
      aria-label={t('Delete draft {name}', { name: nameOf(draft) })}
      onClick={() => {
        forgetDraft(queries, draft.draftId)
        toast({ tone: 'done', title: t('Draft deleted') })
      }}
    >
      {t('Delete')}
    </Button>
  )
}
