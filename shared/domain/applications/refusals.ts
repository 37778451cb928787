import type { Refusals } from '#domain/kernel'

export const APPLICATIONS_REFUSALS = {
  'application-not-permitted': { kind: 'forbidden', says: 'You do not have authorization to perform this action.' },
  'application-missing': { kind: 'gone', says: 'This application was deleted.' },
  'application-name-required': { kind: 'invalid', says: 'A valid name is required' },
  'application-of-another': {
    kind: 'forbidden',
    says: 'This application belongs to another member. Ask them or an administrator to change it.',
  },
  'application-permission-beyond': {
    kind: 'forbidden',
    says: 'You can give an application only permissions that you have yourself. Take {permission} out and save again.',
  },
  'too-many-applications': { kind: 'conflict', says: 'A workspace has at most {most} applications. Delete one that is no longer used.' },
} as const satisfies Refusals<string>
export type ApplicationsRefusalCode = keyof typeof APPLICATIONS_REFUSALS
