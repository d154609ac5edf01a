export { entityForm, type EntityForm, type PersonForm } from './entity.ts'
export { percentOf, personRoles } from './people.ts'
