import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { paths } from '../../../routing/paths.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** Whose wallet it will be; the steps are on its page. */
export function ChooseEntity({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [entityId, setEntityId] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <FormDialog
      title={t('Set up a wallet')}
      description={t('A wallet belongs to one entity, which signs for it.')}
      button={t('Continue')}
      onSubmit={() => {
        setMissing(entityId === '')
        if (entityId !== '') void navigate(paths.wallet(entityId, 'setup'))
      }}
      onClose={onClose}
    >
      <EntityCombobox
        value={entityId}
        error={missing ? t('Choose the entity') : undefined}
        onChange={(value) => {
          setEntityId(value)
          setMissing(false)
        }}
      />
      <p className="muted">
        {rich('Not here yet? {link} first.', {
          link: <TextLink to={paths.newEntity}>{t('Create the entity')}</TextLink>,
        })}
      </p>
    </FormDialog>
  )
}
