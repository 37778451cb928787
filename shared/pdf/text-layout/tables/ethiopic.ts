// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '30e:0;1200:h6,kp,e4,ec,eo,k6,li,p0,ge,ij,kx,ft,lg,ig,o5,j3,l1,o3,ol,l1,pt,l1,l1,ov,qn,uh,qn,os,qk,o8,o8,os,n6,qp,nj,n6,nt,pz,n6,n6,ew,h3,fy,ig,gx,e6,gv,ig,h6,jw,ko,h6,li,h6,h6,jd,h6,kn,kg,h6,li,hm,h6,jd,i3,i3,i3,hs,i3,i3,i3,i3,lo;124a:qg,i3,i3,q5;1250:i3,i3,i3,ih,i3,ks,hq;1258:jy;125a:qg,i3,i3,q5;1260:h6,kk,ki,gy,li,km,gy,jd,h6,ld,kg,gw,li,kb,gw,jd,gp,gp,gp,h6,gs,gp,gp,gp,h3,h3,h3,h7,gp,kc,hm,gw,fe,ic,ip,fv,jg,g2,k3,k3,mf;128a:mp,hu,jg,ls;1290:bn,em,en,e7,cw,dk,gv,gp,fp,jl,jl,fj,ge,ez,iq,gp,fd,j2,jv,f7,km,fd,es,h8,i0,lf,lf,hr,mc,i0,i0,ka,r5;12b2:p1,iy,m3,or;12b8:mv,qc,qb,mr,r7,mu,mr;12c0:vm;12c2:to,nu,r3,sh;12c8:l1,nn,iw,iw,iw,o7,iw,ny,gm,kq,i1,fj,j6,gm,ed;12d8:f9,is,it,f9,jl,is,f9,h7,mb,mb,mb,mb,n4,n0,mb,mb,d1,e7,hy,df,hv,jn,hk,ko,gp,nn,np,jx,k5,jr,j4,jw,gp,n9,na,jv,jb,jg,j4,kp,gp,nk,ne,jc,lh,j2,j4,mq,fv,jf,jf,g9,k7,kv,fv,gn,nb;1312:n4,fv,k7,mr;1318:gr,jr,jn,gt,km,l6,hq,k2,r3,u8,u5,qj,vf,rk,qj,s7,uh,ue,uj,uh,z0,vl,uh,u4,fb,kb,jy,ez,kl,i4,f2,ix,fb,jr,k2,f1,kl,hu,f5,jl,gm,kf,fa,dg,f9,gm,ed,gq,if,gx,hy,hf,ki,he,i6,hu,gp,gp,gp,gz,gs,gp,in,gp,i3,s0,ix;135d:0,0,0,kd,7g,e2,aq,aq,aq,g2,7g,he,fn,fn,fn,fn,fn,fn,fn,gn,fn,fd,gm,fn,gm,fn,hk,fn,lj,fn,fn,hh;1380:zx,wg,q9,yx,pw,on,li,tp,ng,mf,nj,ms,ky,k7,gp,os,7g,df,7g,7g,df,m3,aw,pt,pt,bl;2d80:r4,om,ld,kg,kg,km,hb,hm,hb,iq,g0,it,kt,kz,le,u2,xy,jc,l4,oy,n7,km,mk;2da0:lh,pb,o9,lu,pw,ko,le;2da8:h3,h3,h3,h7,gp,kc,hm;2db0:mb,mb,mb,mb,n4,n0,mb;2db8:xz,xx,xr,xv,12c,z0,xs;2dc0:i3,i3,i3,hi,i3,kl,i3;2dc8:hu,lf,lf,hu,mc,ia,i7;2dd0:mq,pp,q9,mw,r2,mw,mu;2dd8:fv,j9,j7,fv,k7,kl,fv;ab01:jw,ko,h6,li,h6,h6;ab09:n9,na,ih,jb,jg,j4;ab11:io,k3,f9,kz,jt,f9;ab20:uh,ue,uo,ui,z2,vm,uh;ab28:fj,k6,jv,fj,kq,ib,fj;1e7e0:l1,o3,ol,l1,pt,mf,l1;1e7e8:uc,st,td,uc;1e7ed:w5,w4;1e7f0:r5,r5,r5,r1,r1,ra,s4,qq,p6,pq,tt,m9,m7,ka,ka',
  pairs: '',
  joiner: '',
  before: '',
  after: '',
  conjuncts: '',
}
