// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '300:0,0,0;304:0;30b:0,0;323:0,0;330:0,0;13a0:mc,kc,je,od,un,9f,jm,ms,jw,kw,ks,gg,jl,rs,hf,le,gy,ht,pa,tx,lr,iv,jl,ru,mj,rg,ta,nl,mh,mg,lh,lk,lm,n6,lh,hn,k6,vb,lh,sr,o4,10b,to,ih,mr,t3,hp,io,j0,od,kr,hi,rn,jw,lx,jv,ku,ks,h3,ti,ml,j5,i3,jg,o9,oz,io,kh,mf,p7,ll,gd,n0,oo,ty,lj,ti,hk,hm,tu,li,mv,ld,mp,kc,lm;13f8:hc,ih,h0,i5,g6,gy;ab70:hg,g7,fc,j9,o3,7z,en,i5,g1,gb,gd,da,fi,mj,e5,hg,dh,e7,k3,nh,h6,f3,fj,m9,i1,m4,n3,im,ia,hh,h0,h6,gy,il,h8,dz,gb,ol,go,mq,jm,sr,nq,em,hx,ng,dp,eu,f2,ji,gf,ea,mg,fo,hm,fv,gn,gf,df,no,ib,f0,eg,fa,jj,k3,eu,g5,ib,k7,h4,df,ib,jk,o5,h1,nk,e2,dx,nj',
  pairs: '',
  joiner: '',
  before: '',
  after: '',
  conjuncts: '',
}
