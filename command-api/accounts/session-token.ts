/**
 * What tokens of account holders' sessions begin with. Those without it were opened when their cookie still had a name that another host
 * of the same domain could set; such a cookie is believed for no other token.
 */
export const TOKEN_PREFIX = '1.'
