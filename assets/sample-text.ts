export const TITLE = 'Sample service agreement'

export const INTRODUCTION =
  'A short agreement between two parties, to see how a document is prepared, signed and sealed. Place fields where the lines are, name two signers, and request their signatures.'

export const PARTIES = [
  { label: 'The provider', text: 'who carries out the services described below, and' },
  { label: 'The client', text: 'who receives them and pays for them.' },
]

export const CLAUSES = [
  {
    title: '1. Services',
    text: 'The provider carries out the services that the parties have agreed in writing, with the care and skill that may be expected of an experienced professional. Changes to the services are agreed in writing before work on them begins.',
  },
  {
    title: '2. Term',
    text: 'This agreement begins on the date of the last signature below and runs for twelve months. It is then renewed month by month until either party ends it with thirty days’ written notice.',
  },
  {
    title: '3. Fees and payment',
    text: 'The client pays the agreed fees within thirty days of receiving an invoice. The provider sends an invoice at the end of each month, with a statement of the work done. Amounts are exclusive of taxes, which are added where the law requires it.',
  },
  {
    title: '4. Working together',
    text: 'Each party names one person who may decide on its behalf in daily matters. The client gives the provider, in good time, the information and the access that the services need. The provider tells the client as soon as it sees that a date cannot be kept.',
  },
  {
    title: '5. Confidentiality',
    text: 'Each party keeps to itself what it learns of the other in confidence, uses it only for this agreement, and returns or destroys it when the agreement ends. This lasts for three years after the end. It does not cover what is public, what was known before, or what the law obliges a party to disclose.',
  },
  {
    title: '6. Results',
    text: 'What the provider makes for the client under this agreement belongs to the client once it is paid for. Tools and methods that the provider had before, or that are of use beyond this agreement, remain the provider’s; the client may use them as part of the results without limit in time.',
  },
  {
    title: '7. Liability',
    text: 'Each party answers for the damage that it causes through intent or negligence. Apart from intent, the sum of all claims in one year is limited to the fees of that year.',
  },
  {
    title: '8. Ending early',
    text: 'Either party may end this agreement at once, in writing, if the other seriously breaks it and does not put this right within fourteen days of being asked to. What was done until then is paid for.',
  },
  {
    title: '9. General',
    text: 'Changes to this agreement need the same form as the agreement itself. If one clause is void, the others stand. The parties may sign electronically, each on a device of its own; the sealed file is the original.',
  },
]

export const AREAS = ['For the provider', 'For the client']
