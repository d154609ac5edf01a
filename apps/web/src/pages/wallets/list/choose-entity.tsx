import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { paths } from '../../../routing/paths.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'

/** Whose wallet it will be; the steps are on its page. */
export function ChooseEntity({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [entityId, setEntityId] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <FormDialog
      title="Set up a wallet"
      description="A wallet belongs to one entity, which signs for it."
      button="Continue"
      onSubmit={() => {
        setMissing(entityId === '')
        if (entityId !== '') void navigate(paths.wallet(entityId, 'setup'))
      }}
      onClose={onClose}
    >
      <EntityCombobox
        value={entityId}
        error={missing ? 'Choose the entity' : undefined}
        onChange={(value) => {
          setEntityId(value)
          setMissing(false)
        }}
      />
      <p className="muted">
        Not here yet? <TextLink to={paths.newEntity}>Create the entity</TextLink> first.
      </p>
    </FormDialog>
  )
}
