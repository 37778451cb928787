// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '301:0,0;304:0;306:0,0;309:0;323:0;331:0;25cc:gi;2d30:dg,ln,ln,ir,ir,ik,gt,j5,j5,gl,gb,fk,l8,j3,e9,j0,ln,lz,8l,go,in,hr,hv,iu,jo,eo,e7,hn,ls,fq,gb,7v,f9,7m,ha,cm,ln,lx,in,88,ik,ln,lx,jz,f9,hr,jz,h5,je,jl,ec,l5,cf,l4,ha,h9;2d6f:9y,is;2d7f:0',
  pairs: '',
  joiner: '',
  before: '',
  after: '',
  conjuncts: '',
}
