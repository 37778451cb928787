// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '308:0;531:n3,jc,l2,l8,jc,im,hh,jc,mj,l9,ji,bg,mr,jr,jp,fz,i1,l8,j4,mc,hf,hg,i6,k5,hm,m1,hu,md,k5,lv,fv,ip,ik,gm,m8,h5,lk,jf;559:5v,5v,5v,83,5v,ca,bj,pk,pk,gl,hr,ht,gl,go,d6,gl,ik,gx,gl,7d,pk,gd,gl,fm,gn,gn,g0,gq,7d,gn,bi,gl,9k,pk,ed,h7,gl,gm,pv,gl,gn,8x,pv,gl,g8,hs,hi,7s,72,c9;58d:mp,mp,kc;2010:8y;2024:dw;25cc:gi;fb13:x7,xu,xr,wz,16f',
  pairs: '',
  joiner: '',
  before: '',
  after: '',
  conjuncts: '',
}
