/** Plain JSON data, the only thing that is ever stored in an event. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }
