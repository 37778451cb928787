import type { Refusals } from '#domain/kernel'

export const WEBHOOKS_REFUSALS = {
  'webhook-not-permitted': { kind: 'forbidden', says: 'You do not have authorization to perform this action.' },
  'webhook-of-another': {
    kind: 'forbidden',
    says: 'This application belongs to another member. Ask them or an administrator to change its webhook.',
  },
  'webhook-missing': { kind: 'conflict', says: 'This application has no webhook. Enter the address of its endpoint first.' },
  'webhook-url-invalid': { kind: 'invalid', says: 'Enter an address that begins with https://, without a user name or password in it.' },
  'organisation-by-application': { kind: 'invalid', says: 'Only an application can subscribe to all workspaces.' },
  'too-many-subscriptions': {
    kind: 'conflict',
    says: 'A workspace has at most {most} subscriptions. Subscribe for the workspace, or remove some.',
  },
} as const satisfies Refusals<string>
export type WebhooksRefusalCode = keyof typeof WEBHOOKS_REFUSALS
