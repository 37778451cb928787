import { type AuditOf, none, onOrOff } from './words.ts'

export const auditSettings: AuditOf<'settings'> = {
  SequentialSigningChanged: ['Signing one after another was turned {state}', onOrOff],
  SubjectChanged: ['The subject was changed', none],
  MessageChanged: ['The message was changed', none],
  PostSigningUrlChanged: ['The address to go to after signing was changed', none],
  SigningMethodsChanged: [
    'Signatures may be {methods}',
    ({ drawn, typed, uploaded }) => ({ methods: [drawn && 'drawn', typed && 'typed', uploaded && 'uploaded'].filter(Boolean).join(', ') }),
  ],
  OneClickSigningChanged: ['One-click signing was turned {state}', onOrOff],
  OneClickInitialChanged: ['One-click initials were turned {state}', onOrOff],
  SigningWizardChanged: ['The signing wizard was turned {state}', onOrOff],
  FirstSignerMultiEditChanged: ['Editing of all fields by the first signer was turned {state}', onOrOff],
  ContactInfoObfuscationChanged: ['Hiding of contact details was turned {state}', onOrOff],
  EmailOptionalChanged: ['Signing without an email address was turned {state}', onOrOff],
  TwoFactorChanged: ['Two-factor authentication was turned {state}', onOrOff],
  CreatorFinalMailChanged: ['The final mail to the creator was turned {state}', ({ excluded }) => ({ state: excluded ? 'off' : 'on' })],
  FieldsLocked: ['The fields were locked', none],
  FieldsUnlocked: ['The fields were unlocked', none],
}
