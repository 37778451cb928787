// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '589:7g;10a0:hj,ll,kl,l7,hu,mx,m7,pe,de,jj,rv,ku,jq,o0,np,kj,pg,hk,h4,lo,mv,h4,kg,iv,jg,j1,jk,oo,gu,g0,jb,i3,qh,ja,h3,il,jg,nd;10c7:g0;10cd:fw;10d0:f9,gu,gk,oh,gc,g5,h7,oh,fy,fq,u9,gt,gt,mc,g0,h8,ma,gt,lc,gs,nv,gc,mc,gk,gt,gj,ie,gt,gt,ga,gt,fr,fr,ij,g8,g5,fv,ie,pq,fd,gk,gu,di,et,9u,fd,g8,gu;1c90:gq,hf,h3,po,ha,gz,i3,r1,ho,gj,vr,hm,hm,p0,gv,i4,nh,ho,mi,hd,pe,h6,ni,hd,hp,h6,jg,ho,hp,hc,ho,gl,gm,jj,he,gz,gi,jj,mv,g7,hd,h3,fb;1cbd:g7,he,i8;2d00:j9,i2,i4,gu,h6,py,jb,pu,cc,hl,py,gy,h1,pz,jj,jk,px,h8,h3,pz,pq,d7,h6,h8,h8,h5,h5,ps,py,h1,h5,fi,q6,g3,gr,h8,gj,ps;2d27:et;2d2d:d2',
  pairs: '',
  joiner: '',
  before: '',
  after: '',
  conjuncts: '',
}
