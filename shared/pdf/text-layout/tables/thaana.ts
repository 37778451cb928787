// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '60c:7s;61b:ad;61f:db;660:7x,7f,dk,g4,cw,el,do,fq,fv,du,e9,83,7y;780:8o,eg,i2,dg,f6,an,c5,ca,bs,ao,az,ed,cr,b6,bl,fx,lj,ax,c9,dp,fn,bc,dn,dl,dv,ao,9s,en,dg,lj,lj,lj,do,cr,ca,ca,cp,c7,0,0,0,0,0,0,0,0,0,0,0,b4;2018:4v,4v;201c:9z,9z;25cc:gi;fdf2:wd;fdfd:1hy',
  pairs: '',
  joiner: '',
  before: '',
  after: '',
  conjuncts: '',
}
