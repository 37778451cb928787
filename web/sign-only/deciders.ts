// The signer's page in place of the deciders of commands that no signer may give: the policy refuses those before any
// decider is asked, so that a phone need not load what the team and the processes decide by.
export const decideAppendices = {}
export const decideDocuments = {}
export const decideErasure = {}
export const decideExpiry = {}
export const decideFields = {}
export const decideLifecycle = {}
export const decideNotifications = {}
export const decidePlacing = {}
export const decideRequests = {}
export const decideSealing = {}
export const decideSettings = {}
export const decideSignatories = {}
